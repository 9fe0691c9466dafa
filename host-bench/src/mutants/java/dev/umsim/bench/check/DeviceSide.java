package dev.umsim.bench.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a simulated device can call of the packages that it shares with hosts.
 *
 * <p>A call is followed to every method of that name and descriptor, whatever its class, so that
 * too much stays in rather than too little. Calls begin in the packages of which only devices are
 * made, and in static initializers.
 */
final class DeviceSide {
  private static final List<String> DEVICES =
      List.of(
          "dev/umsim/core/medium/",
          "dev/umsim/sim/bus/",
          "dev/umsim/sim/device/",
          "dev/umsim/sim/deviation/",
          "dev/umsim/sim/fault/",
          "dev/umsim/sim/flaw/",
          "dev/umsim/sim/medium/",
          "dev/umsim/sim/stick/",
          "dev/umsim/bench/simulated/");

  private final Map<String, Set<String>> calls = new HashMap<>();
  private final Set<String> reached = new HashSet<>();

  /**
   * Follows the calls of a device.
   *
   * @param folders of classes
   * @param shared the packages that devices share with hosts, with slashes
   */
  DeviceSide(Collection<Path> folders, Collection<String> shared) throws IOException {
    var waiting = new ArrayDeque<String>();
    for (var folder : folders) {
      try (var files = Files.walk(folder)) {
        for (var file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
          var name = folder.relativize(file).toString();
          boolean device = DEVICES.stream().anyMatch(name::startsWith);
          if (device || shared.stream().anyMatch(name::startsWith)) {
            read(Files.readAllBytes(file), device, waiting);
          }
        }
      }
    }
    while (!waiting.isEmpty()) {
      var method = waiting.remove();
      if (reached.add(method)) {
        waiting.addAll(calls.getOrDefault(method, Set.of()));
      }
    }
  }

  private void read(byte[] bytes, boolean device, Collection<String> waiting) {
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              private String owner = "";

              @Override
              public void visit(
                  int version,
                  int access,
                  String name,
                  String signature,
                  String parent,
                  String[] interfaces) {
                owner = name;
              }

              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                var method = key(owner, name, descriptor);
                if (device || name.equals("<clinit>")) {
                  waiting.add(method);
                }
                return new Calls(calls.computeIfAbsent(method, any -> new HashSet<>()));
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** A constructor and a lambda's body are one class's own; all else may be overridden. */
  private static String key(String owner, String name, String descriptor) {
    boolean own = name.startsWith("<") || name.startsWith("lambda$");
    return (own ? owner + "." : "") + name + descriptor;
  }

  /** Whether a device may come to this method; its class with dots or slashes. */
  boolean reaches(String owner, String name, String descriptor) {
    return reached.contains(key(owner.replace('.', '/'), name, descriptor));
  }

  private static final class Calls extends MethodVisitor {
    private final Set<String> called;

    Calls(Set<String> called) {
      super(Opcodes.ASM9);
      this.called = called;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      called.add(key(owner, name, descriptor));
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      var handles = new ArrayList<Handle>();
      for (var argument : arguments) {
        if (argument instanceof Handle handle) {
          handles.add(handle);
        }
      }
      handles.forEach(each -> called.add(key(each.getOwner(), each.getName(), each.getDesc())));
    }
  }
}
