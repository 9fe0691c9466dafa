package dev.umsim.sim.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What comes of a host line: a line that begins with {@code <}. */
public sealed interface Answer {
  /** The line without its {@code <}. */
  String text();

  /** Whether a device that answered like this, with these bytes, agrees. */
  default boolean agrees(Answer observed, HexBytes bytes) {
    return equals(observed);
  }

  /** It is done. */
  record Ok() implements Answer {
    @Override
    public String text() {
      return "ok";
    }
  }

  /** All bytes were taken, so many. */
  record Ack(int bytes) implements Answer {
    @Override
    public String text() {
      return "ack " + bytes;
    }
  }

  /** So many bytes came, and the transfer ended well. */
  record Data(int bytes, Content content) implements Answer {
    @Override
    public String text() {
      return "data " + bytes + content.suffix();
    }

    @Override
    public boolean agrees(Answer observed, HexBytes came) {
      return observed instanceof Data data && data.bytes == bytes && content.matches(came);
    }
  }

  /** So many bytes went over, and then the device answered NAK until the host gave up. */
  record Nak(int bytes) implements Answer {
    @Override
    public String text() {
      return "nak " + bytes;
    }
  }

  /** So many bytes went over, and then the device answered STALL. */
  record Stall(int bytes) implements Answer {
    @Override
    public String text() {
      return "stall " + bytes;
    }
  }

  /** So many bytes came, and then a packet for which there was no room. */
  record Babble(int bytes, Content content) implements Answer {
    @Override
    public String text() {
      return "babble " + bytes + content.suffix();
    }

    @Override
    public boolean agrees(Answer observed, HexBytes came) {
      return observed instanceof Babble babble && babble.bytes == bytes && content.matches(came);
    }
  }

  /** One of several: the first that fits counts. */
  record Choice(List<Answer> answers) implements Answer {
    public Choice {
      answers = List.copyOf(answers);
    }

    /** The same with one more. */
    static Choice of(Answer first, Answer more) {
      var answers =
          new ArrayList<>(first instanceof Choice choice ? choice.answers : List.of(first));
      answers.add(more);
      return new Choice(answers);
    }

    @Override
    public String text() {
      return answers.stream().map(Answer::text).collect(Collectors.joining("\n< or "));
    }

    @Override
    public boolean agrees(Answer observed, HexBytes came) {
      return answers.stream().anyMatch(each -> each.agrees(observed, came));
    }
  }

  /** Nothing answers there at all; stands in no file. */
  record NoResponse() implements Answer {
    @Override
    public String text() {
      return "no response";
    }
  }
}
