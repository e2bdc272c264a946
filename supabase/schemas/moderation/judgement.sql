-- The judgement of a text before it is published: whether it passes, waits for review, is shown with its dangerous parts masked, or is refused.
-- community/ asks for it in the transaction that publishes; nothing else decides this.
create type private.verdict as (
  -- pass, hold (waits in held_posts), shield (published with masked parts) or refuse.
  outcome text,
  -- Keys of rules, in the order of their weight. A text that passes with a reason is shown to the moderators too.
  reasons text[],
  -- Of a shielded text what everybody may read.
  masked text
);

create type private.finding as (
  rule text,
  -- In characters of the text, from 0; null: the author's name.
  place int,
  length int,
  severity text,
  words text
);
