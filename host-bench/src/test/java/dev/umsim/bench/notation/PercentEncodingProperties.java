package dev.umsim.bench.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PercentEncodingProperties {

  @Property
  void whatIsEncodedIsReadBack(@ForAll String text) {
    Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(text));
    var encoded = PercentEncoding.encode(text);
    assertThat(encoded).matches("[\\x21-\\x7e]*").doesNotContain("&", ",", "?", "#", " ");
    assertThat(PercentEncoding.decode(encoded)).isEqualTo(text);
  }

  @Example
  void decodesBytesOfUtf8() {
    assertThat(PercentEncoding.decode("a%2Cb%c3%A4ö+")).isEqualTo("a,bäö+");
  }

  @Example
  void refusesWhatIsNotEncoded() {
    for (var text : new String[] {"%", "a%4", "%zz", "%-1", "100%"}) {
      assertThatThrownBy(() -> PercentEncoding.decode(text))
          .isInstanceOf(NotationException.class)
          .hasMessageContaining("a % itself is written %25");
    }
    assertThatThrownBy(() -> PercentEncoding.decode("%ff"))
        .hasMessage("'%ff' is not UTF-8 when its %XX are decoded");
  }
}
