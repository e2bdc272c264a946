-- First, by hand: what existing rows need before the structure changes. Kept when this file is generated again.

-- Generated from the schemas (npm run db:diff).

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.forget_member()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known constant text[] := coalesce(private.known_as(old.id), '{}');
  line record;
begin
  -- What this member is writing ends before, or does not begin.
  perform from public.community_members where user_id = old.id for update;
  for line in select subject, condition, mentions from private.personal_data where fate = 'deleted' loop
    execute format('delete from %s where %s', line.subject::regclass, concat_ws(' or ', line.condition, line.mentions)) using old.id, known;
  end loop;
  update public.account_deletions set erased_at = now() where user_id = old.id and cancelled_at is null and erased_at is null;
  if not found then
    insert into public.account_deletions (user_id, due_at, erased_at) values (old.id, now(), now());
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.skip_gone_member()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Waits for an account that is just going: what is written for it meanwhile would outlive it.
  perform from public.community_members where id = new.member and user_id is not null for key share;
  if found or new.member is null then return new; end if;
  return null;
end
$function$;

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON private.forum_writes
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.forum_digests
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.forum_drafts
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.forum_reads_from
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.forum_subscriptions
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.idea_drafts
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.member_blocks
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.rule_acceptances
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

CREATE TRIGGER skip_gone_member
  BEFORE INSERT ON public.thread_reads
  FOR EACH ROW
  EXECUTE FUNCTION private.skip_gone_member();

COMMENT ON FUNCTION "private"."skip_gone_member"() IS 'Writes no row for a member whose account is gone, in tables that are emptied with the account.';

REVOKE ALL ON FUNCTION "private"."skip_gone_member"() FROM PUBLIC;

-- Last, by hand: data that moves or is new. Kept when this file is generated again.
-- What was written for members while their accounts were going.
delete from private.forum_writes where member in (select id from public.community_members where user_id is null);
delete from public.forum_digests where member in (select id from public.community_members where user_id is null);
delete from public.forum_drafts where member in (select id from public.community_members where user_id is null);
delete from public.forum_reads_from where member in (select id from public.community_members where user_id is null);
delete from public.forum_subscriptions where member in (select id from public.community_members where user_id is null);
delete from public.idea_drafts where member in (select id from public.community_members where user_id is null);
delete from public.member_blocks where member in (select id from public.community_members where user_id is null);
delete from public.rule_acceptances where member in (select id from public.community_members where user_id is null);
delete from public.thread_reads where member in (select id from public.community_members where user_id is null);
