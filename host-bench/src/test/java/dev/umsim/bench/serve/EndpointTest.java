package dev.umsim.bench.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.sim.serve.PeerName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Places to listen on. */
class EndpointTest {
  @ParameterizedTest
  @CsvSource({
    "3240, 127.0.0.1:3240, true",
    "127.0.0.2:0, 127.0.0.2:0, true",
    "0.0.0.0:4000, 0.0.0.0:4000, false",
    "[::1]:5, [0:0:0:0:0:0:0:1]:5, true"
  })
  void areOnThisMachineUnlessTheySayOtherwise(String text, String address, boolean loopback) {
    var endpoint = Endpoint.parse(text);
    assertThat(PeerName.of(endpoint.address())).isEqualTo(address);
    assertThat(endpoint.isLoopback()).isEqualTo(loopback);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "65536", "a:b", ":3240", "::1:3240", "-1"})
  void areRefusedInWords(String text) {
    assertThatThrownBy(() -> Endpoint.parse(text))
        .isInstanceOf(NotationException.class)
        .hasMessageContaining("write PORT or HOST:PORT");
  }
}
