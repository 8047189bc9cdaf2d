import Testing

/// What the built programs say and do, one scene after the other, each with a relay of its own.
@Suite(.serialized) struct Transcripts {}
