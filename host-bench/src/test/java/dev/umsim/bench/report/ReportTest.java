package dev.umsim.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.copy.Latency;
import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.copy.Throughput;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Sample SIMULATED =
      new Sample(
          "sim:reference?image=a%2Cb.img",
          "ideal",
          "sequential",
          Operation.READ,
          Optional.of(Speed.FULL),
          122_880,
          32_000_000,
          26_329_512_001L,
          TimeBase.SIMULATED,
          261,
          OptionalLong.of(1_216_000),
          Optional.of(true),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final Sample UNKNOWN =
      new Sample(
          "usb:05ac:1209:\"x,y\"",
          "ideal",
          "sequential",
          Operation.WRITE,
          Optional.empty(),
          4096,
          0,
          0,
          TimeBase.WALL,
          0,
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static Sample taking(Sample row, long nanos) {
    return new Sample(
        row.target(),
        row.host(),
        row.workload(),
        row.operation(),
        row.speed(),
        row.commandBytes(),
        row.bytes(),
        nanos,
        row.timeBase(),
        row.commands(),
        row.busBytesPerSecond(),
        Optional.of(false),
        row.difference(),
        row.explained(),
        row.latency(),
        row.throughput());
  }

  private static String text(Report report) throws IOException {
    var text = new StringBuilder();
    TextReport.write(report, text);
    return text.toString();
  }

  private static Report report(Sample... rows) {
    return new Report(Optional.of("1.0"), -5, List.of("bench", "--json", "-"), List.of(rows));
  }

  @Test
  void hasEveryFieldInJson() throws IOException {
    var json = new StringBuilder();
    JsonReport.write(report(SIMULATED, UNKNOWN), json);
    assertThat(json)
        .hasToString(
            """
            {
              "schema" : "ums-bench/1",
              "version" : "1.0",
              "seed" : -5,
              "command" : [
                "bench",
                "--json",
                "-"
              ],
              "rows" : [
                {
                  "target" : "sim:reference?image=a%2Cb.img",
                  "host" : "ideal",
                  "workload" : "sequential",
                  "operation" : "read",
                  "speed" : "full",
                  "blockSize" : 122880,
                  "bytes" : 32000000,
                  "seconds" : 26.329512001,
                  "timeBase" : "simulated",
                  "bytesPerSecond" : 1215366.240,
                  "commands" : 261,
                  "busShare" : 0.999479,
                  "verified" : true,
                  "synchronized" : null,
                  "explained" : null,
                  "latency" : null,
                  "overTime" : null
                },
                {
                  "target" : "usb:05ac:1209:\\"x,y\\"",
                  "host" : "ideal",
                  "workload" : "sequential",
                  "operation" : "write",
                  "speed" : null,
                  "blockSize" : 4096,
                  "bytes" : 0,
                  "seconds" : 0.000000000,
                  "timeBase" : "wall",
                  "bytesPerSecond" : null,
                  "commands" : 0,
                  "busShare" : null,
                  "verified" : null,
                  "synchronized" : null,
                  "explained" : null,
                  "latency" : null,
                  "overTime" : null
                }
              ],
              "complete" : true,
              "error" : null,
              "failures" : [ ],
              "notes" : [ ]
            }
            """);
  }

  @Test
  void saysThatTheVersionIsUnknown() throws IOException {
    var json = new StringBuilder();
    JsonReport.write(new Report(Optional.empty(), 1, List.of(), List.of()), json);
    assertThat(json)
        .hasToString(
            """
            {
              "schema" : "ums-bench/1",
              "version" : null,
              "seed" : 1,
              "command" : [ ],
              "rows" : [ ],
              "complete" : true,
              "error" : null,
              "failures" : [ ],
              "notes" : [ ]
            }
            """);
  }

  @Test
  void quotesInCsv() throws IOException {
    var csv = new StringBuilder();
    CsvReport.write(report(SIMULATED, UNKNOWN), csv);
    assertThat(csv)
        .hasToString(
            """
            target,host,workload,operation,speed,blockSize,bytes,seconds,timeBase,bytesPerSecond,commands,busShare,verified,synchronized,error
            sim:reference?image=a%2Cb.img,ideal,sequential,read,full,122880,32000000,26.329512001,simulated,1215366.240,261,0.999479,true,,
            "usb:05ac:1209:""x,y""\",ideal,sequential,write,,4096,0,0.000000000,wall,,0,,,,
            """);
  }

  @Test
  void isReadableAsATable() throws IOException {
    assertThat(text(report(SIMULATED, taking(SIMULATED, 26_329_512_001L))))
        .isEqualTo(
            """
            sim:reference?image=a%2Cb.img, host ideal, seed -5

            speed  operation  block size       bytes  simulated time   MB/s  commands  of bus limit  data
            full   read             120k  32,000,000     26.329512 s  1.215       261        99.9 %  verified
            full   read             120k  32,000,000     26.329512 s  1.215       261        99.9 %  WRONG
            """);
    assertThat(text(report(UNKNOWN)))
        .isEqualTo(
            """
            usb:05ac:1209:"x,y", host ideal, seed -5

            speed  operation  block size  bytes        time  MB/s  commands  of bus limit  data
            ?      write              4k      0  0.000000 s     ?         0             -  not verified
            """);
    assertThat(text(report())).contains("operation");
  }

  @Test
  void tellsHowFarRepetitionsLieApart() throws IOException {
    var even =
        report(
            taking(SIMULATED, 4_000_000_000L),
            taking(SIMULATED, 1_000_000_000L),
            taking(SIMULATED, 2_000_000_000L),
            taking(SIMULATED, 8_000_000_000L));
    assertThat(text(even))
        .endsWith("\nfull read 120k: median 3.000000 s, from 1.000000 s to 8.000000 s\n");
    var odd =
        report(
            taking(SIMULATED, 4_000_000_000L),
            taking(SIMULATED, 1_000_000_000L),
            taking(SIMULATED, 2_000_000_000L));
    assertThat(text(odd))
        .endsWith("\nfull read 120k: median 2.000000 s, from 1.000000 s to 4.000000 s\n");
  }

  /** A copy of 1.25 s: 2,000,000 bytes in the first second, and 100,000 in the last quarter. */
  private static Sample real() {
    return new Sample(
        "usb:05ac:1209",
        "ideal",
        "sequential",
        Operation.READ,
        Optional.of(Speed.FULL),
        4096,
        2_100_000,
        1_250_000_000,
        TimeBase.WALL,
        513,
        OptionalLong.empty(),
        Optional.of(true),
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Latency(1_234_567, 2_000_000, 3_000_000, 40_000_000, 1_500_000_000)),
        Optional.of(
            new Throughput(500_000_000, 250_000_000, List.of(500_000L, 1_500_000L, 100_000L))));
  }

  @Test
  void tellsHowEvenlyACopyOnRealTimeWent() throws IOException {
    assertThat(text(report(real())))
        .endsWith(
            """
            full   read               4k  2,100,000  1.250000 s  1.680       513             -  verified
                     each command: 50 % in 1.235, 90 % 2.000, 99 % 3.000, 99.9 % 40.000, all in 1500.000 ms
                     each 0.5 s: from 1.000 to 3.000 MB/s
            """);
    var json = new StringBuilder();
    JsonReport.write(report(real()), json);
    assertThat(json)
        .contains(
            """
                  "latency" : {
                    "p50" : 0.001234567,
                    "p90" : 0.002000000,
                    "p99" : 0.003000000,
                    "p999" : 0.040000000,
                    "max" : 1.500000000
                  },
                  "overTime" : {
                    "intervalSeconds" : 0.500000000,
                    "bytesPerSecond" : [
                      1000000.000,
                      3000000.000,
                      400000.000
                    ]
                  }
            """);
    var csv = new StringBuilder();
    CsvReport.write(report(real()), csv);
    assertThat(csv.toString().lines().toList().get(0)).endsWith(",verified,synchronized,error");
  }
}
