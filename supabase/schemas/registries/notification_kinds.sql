-- Made by `npm run db:types` from mails/src/notification-categories.ts and mails/notification-messages/kinds.json.
create schema if not exists private;

create function private.notification_categories() returns text[]
language sql immutable set search_path = '' as $$
  select '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test,community,events,marketing}'::text[]
$$;
comment on function private.notification_categories() is 'What a member chooses to be told. Matters of the account are told without being chosen.';

create function private.told_by_default(channel text) returns text[]
language sql immutable set search_path = '' as $$
  select case channel when 'in_app' then '{signals,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,announcements,trainings,daily_test,community,events}'::text[]
    when 'email' then '{signals,signal_end,trainings,events}'::text[]
    when 'push' then '{signals,signal_end,announcements,daily_test,events}'::text[] end
$$;
comment on function private.told_by_default(text) is 'The categories that a channel tells a member who never chose.';

create function private.unsubscribe_categories() returns text[]
language sql immutable set search_path = '' as $$
  select '{signals,announcements,trainings,daily_test,marketing,digest,signal_entry,signal_stop,signal_targets,signal_end,signal_notes,community,events}'::text[]
$$;
comment on function private.unsubscribe_categories() is 'Categories by their number in the links that end mails; digest is the daily mail.';

create function private.notification_category(kind text) returns text
language sql immutable set search_path = '' as $$
  select case
    when kind in ('signal_published', 'near_entry', 'near_stop', 'near_target', 'signal_entered', 'signal_target_reached', 'signal_stop_moved', 'signal_stopped', 'signal_closed', 'signal_expired', 'signal_cancelled', 'signal_close_asked', 'signal_cancel_asked') then 'signals'
    when kind in ('event_entered') then 'signal_entry'
    when kind in ('event_target_reached') then 'signal_targets'
    when kind in ('event_stop_moved') then 'signal_stop'
    when kind in ('event_stopped', 'event_closed', 'event_expired', 'event_cancelled') then 'signal_end'
    when kind in ('event_note') then 'signal_notes'
    when kind in ('daily_test_open', 'daily_freeze_used', 'daily_streak_ending') then 'daily_test'
    when kind in ('qualification_approved', 'qualification_rejected', 'qualification_needs_information', 'qualification_reopened', 'push_test', 'receipt', 'refund_sent', 'refund_to_fetch', 'surplus_received', 'surplus_returned', 'payment_failed', 'method_expiring', 'renewal_notice', 'crypto_renewal', 'wallet_changed', 'wallet_stopped', 'payout_paid', 'payout_failed', 'course_awaited', 'moderation_decided', 'notice_received', 'notice_decided', 'appeal_decided', 'ticket_answered', 'ticket_assigned', 'ticket_mentioned') then 'account'
    when kind in ('course_published', 'course_updated') then 'trainings'
    when kind in ('idea_ended', 'forum_reply', 'forum_mention', 'forum_quote', 'forum_accepted', 'forum_post', 'forum_thread') then 'community'
    when kind in ('meeting_soon', 'meeting_moved', 'meeting_cancelled', 'meeting_replay', 'seat_freed', 'seat_passed') then 'events'
    when kind in ('announcement_soon', 'announcement_moved', 'announcement_put_off', 'announcement_late', 'announcement_blackout') then 'announcements'
  end
$$;
comment on function private.notification_category(text) is 'The category of a kind of notification; null for a kind that is not declared.';

-- Checks and defaults of a table run with the rights of whoever writes the row.
revoke execute on function private.notification_categories(), private.told_by_default(text), private.unsubscribe_categories(), private.notification_category(text) from public;
grant execute on function private.notification_categories(), private.told_by_default(text), private.unsubscribe_categories(), private.notification_category(text) to authenticated, service_role;
