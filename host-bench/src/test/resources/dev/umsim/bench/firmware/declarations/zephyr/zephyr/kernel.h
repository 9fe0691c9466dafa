#ifndef KERNEL_H
#define KERNEL_H
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { int64_t ticks; } k_timeout_t;
struct k_mutex { int owner; };
struct k_thread { int id; };
typedef struct { char byte; } k_thread_stack_t;
struct device { const void *config; void *data; const void *api; };

#define K_FOREVER ((k_timeout_t){-1})
#define K_NO_WAIT ((k_timeout_t){0})
#define K_PRIO_COOP(n) (-(n))
#define K_THREAD_STACK_DEFINE(name, size) k_thread_stack_t name[size]
#define K_THREAD_STACK_SIZEOF(name) sizeof(name)
#define Z_MUTEX_INITIALIZER(name) {0}
#define CONFIG_KERNEL_INIT_PRIORITY_DEVICE 50

int k_mutex_init(struct k_mutex *mutex);
int32_t k_usleep(int32_t us);
int k_thread_create(struct k_thread *thread, k_thread_stack_t *stack, size_t size,
                    void (*entry)(void *, void *, void *), void *a, void *b, void *c, int priority,
                    uint32_t options, k_timeout_t delay);

/* One instance, of a devicetree node with eight endpoints at high speed. */
#define DT_DRV_INST(n) n
#define DT_INST_PROP(n, property) 8
#define DT_ENUM_IDX(node, property) 2
#define POST_KERNEL 2
#define DEVICE_DT_INST_DEFINE(n, init, pm, data_of, config_of, level, priority, api_of) \
  const struct device device_##n = {config_of, data_of, api_of};                        \
  int (*const device_init_##n)(const struct device *) = init
#endif
