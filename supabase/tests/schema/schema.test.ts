import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

async function names(statement: string): Promise<string[]> {
  const { rows } = await vigie.admin.query<{ name: string }>(statement)
  return rows.map(({ name }) => name).sort()
}

const OURS = `nspname in ('public', 'private')`
// Ignore the functions of extensions.
const FUNCTIONS = `pg_proc join pg_namespace on pg_namespace.oid = pronamespace
  where ${OURS} and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`
const SIGNATURE = `nspname || '.' || proname || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')'`
const TABLES = `pg_class join pg_namespace on pg_namespace.oid = relnamespace where ${OURS} and relkind in ('r', 'p')`

describe('the schema', () => {
  it('[S-90] has row-level security on every table', async () => {
    expect(await names(`select relname as name from ${TABLES} and not relrowsecurity`)).toEqual([])
  })

  it('has a policy for every table of the API, and none for those that nobody reaches', async () => {
    expect(
      await names(
        `select relname as name from ${TABLES} and (nspname = 'public') <> exists (select from pg_policy where polrelid = pg_class.oid)`,
      ),
    ).toEqual([])
  })

  it('has no policy for everybody unnamed, and none that asks who is there once a row', async () => {
    const policies = `pg_policies where schemaname in ('public', 'private', 'storage') or (schemaname = 'realtime' and policyname like '%hear%')`
    expect(
      await names(
        `select policyname as name from (select * from ${policies}) as ours where 'public' = any (roles)`,
      ),
    ).toEqual([])
    const { rows } = await vigie.admin.query<{ policyname: string; condition: string }>(
      `select policyname, coalesce(qual, '') || coalesce(with_check, '') as condition from ${policies}`,
    )
    expect(rows.length).toBeGreaterThan(12)
    for (const { policyname, condition } of rows) {
      // PostgreSQL stores "(select auth.uid())" as "( SELECT auth.uid() AS uid)".
      const bare = condition.replace(/\( SELECT [\w.]+\(\) AS \w+\)/g, '')
      expect(bare, policyname).not.toMatch(
        /uid\(\)|current_tier\(\)|(?:current|reading|writing)_staff_role\(\)|topic\(\)/,
      )
      expect(condition, policyname).not.toMatch(/user_metadata/)
    }
  })

  it('says what every table and function is for', async () => {
    expect(
      await names(
        `select relname as name from ${TABLES} and obj_description(pg_class.oid, 'pg_class') is null`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select proname as name from ${FUNCTIONS} and obj_description(pg_proc.oid, 'pg_proc') is null`,
      ),
    ).toEqual([])
  })

  it('fixes the search path of every function', async () => {
    expect(
      await names(
        `select ${SIGNATURE} as name from ${FUNCTIONS} and not exists (select from unnest(proconfig) as setting where setting in ('search_path=""', 'search_path='))`,
      ),
    ).toEqual([])
  })

  const executable = (role: string, more = '') =>
    names(
      `select ${SIGNATURE} as name from ${FUNCTIONS} and has_function_privilege('${role}', pg_proc.oid, 'execute') ${more}`,
    )

  it('[S-90] lets a visitor call what the public pages need, and nothing else', async () => {
    expect(await executable('anon')).toEqual([
      'private.canonical_json(value jsonb)',
      'private.excerpt(body text, place integer)',
      'private.help_terms(query text, language text)',
      'private.idea_is_open(idea uuid)',
      'private.plain(value text)',
      'private.search_configuration(language text)',
      'private.searched(query text, language text, every boolean)',
      'private.sha256_hex(value text)',
      'private.spread_of_mean(resolved numeric, total numeric, squares numeric)',
      'private.timestamp_text(value timestamp with time zone)',
      'private.wilson_bound(wins numeric, resolved numeric, side integer)',
      'public.best_r(result signal_results)',
      'public.calendar_announcements(secret text)',
      'public.calendar_entries(secret text, everything boolean, occurrence uuid)',
      'public.certificate(code text)',
      'public.content_at(kind text, slug text)',
      'public.contract_by_code(address text, purpose text, code text)',
      'public.end_contract_by_code(address text, purpose text, code text, refund bigint)',
      'public.expectation_record()',
      'public.export_proof(after bigint, page_size integer)',
      'public.file_notice(place text, reason text, words text, name text, mail text, good_faith boolean, crime boolean, language text)',
      'public.help_sufficed()',
      'public.last_signals(notions text[])',
      'public.ledger_consistency_proof(old bigint, size bigint)',
      'public.ledger_extension(old bigint, sequences bigint[])',
      'public.ledger_head()',
      'public.ledger_inclusion_proof(sequence bigint, size bigint)',
      'public.legal_notice()',
      'public.moderation_report(months integer)',
      'public.moderation_rules_json()',
      'public.notice_state(code text)',
      'public.notion_record(notion text)',
      'public.payment_means()',
      'public.performance_breakdowns(filters jsonb)',
      'public.performance_figures(filters jsonb)',
      'public.performance_rows(filters jsonb)',
      'public.quote_checkout(plan text, period text, country text, coupon text, vat_number text)',
      'public.record_referral_click(code text, visitor uuid, counted boolean)',
      'public.renew_push_device(was text, endpoint text, p256dh text, auth text)',
      'public.request_contract_code(address text, purpose text)',
      'public.search_content(query text, language text, most integer, of_kind text)',
      'public.search_help(query text, language text, most integer)',
      'public.security_change_state(token text)',
      'public.shield_figures()',
      'public.signal_performance(days integer, symbol text)',
      'public.stop_security_change(token text)',
      'public.stop_wallet_change(token text)',
      'public.support_answer_times(days integer)',
      'public.support_figures(days integer)',
      'public.support_hours_state(moment timestamp with time zone)',
      'public.unsubscribe(token text, undo boolean)',
      'public.unsubscribe_state(token text)',
      'public.verify_ledger()',
      'public.wallet_change_state(token text)',
      'public.worst_r(result signal_results)',
    ])
    // Functions that read more than their caller may: public data, sums over ended signals, the subject of a signed link, and a
    // device identified by its old address.
    expect(await executable('anon', 'and prosecdef')).toEqual([
      'private.help_terms(query text, language text)',
      'private.idea_is_open(idea uuid)',
      'public.calendar_announcements(secret text)',
      'public.calendar_entries(secret text, everything boolean, occurrence uuid)',
      'public.certificate(code text)',
      'public.contract_by_code(address text, purpose text, code text)',
      'public.end_contract_by_code(address text, purpose text, code text, refund bigint)',
      'public.export_proof(after bigint, page_size integer)',
      'public.file_notice(place text, reason text, words text, name text, mail text, good_faith boolean, crime boolean, language text)',
      'public.help_sufficed()',
      'public.ledger_consistency_proof(old bigint, size bigint)',
      'public.ledger_extension(old bigint, sequences bigint[])',
      'public.ledger_inclusion_proof(sequence bigint, size bigint)',
      'public.legal_notice()',
      'public.moderation_report(months integer)',
      'public.moderation_rules_json()',
      'public.notice_state(code text)',
      'public.payment_means()',
      'public.quote_checkout(plan text, period text, country text, coupon text, vat_number text)',
      'public.record_referral_click(code text, visitor uuid, counted boolean)',
      'public.renew_push_device(was text, endpoint text, p256dh text, auth text)',
      'public.request_contract_code(address text, purpose text)',
      'public.security_change_state(token text)',
      'public.shield_figures()',
      'public.signal_performance(days integer, symbol text)',
      'public.stop_security_change(token text)',
      'public.stop_wallet_change(token text)',
      'public.support_answer_times(days integer)',
      'public.support_figures(days integer)',
      'public.support_hours_state(moment timestamp with time zone)',
      'public.unsubscribe(token text, undo boolean)',
      'public.unsubscribe_state(token text)',
      'public.wallet_change_state(token text)',
    ])
  })

  it('[S-90] lets a member call no more with an owner’s rights than is listed here', async () => {
    expect(await executable('authenticated', 'and prosecdef')).toEqual([
      'private.altered_heads()',
      'private.altered_lives()',
      'private.altered_publications()',
      'private.altered_results()',
      'private.altered_states()',
      'private.closed_lessons()',
      'private.exceptions_of_erasure()',
      'private.exported_tables()',
      'private.help_terms(query text, language text)',
      'private.idea_is_open(idea uuid)',
      'private.idea_words_are_open(idea uuid)',
      'private.is_own_ticket(ticket uuid)',
      'private.knows_half(course uuid)',
      'private.lay_probe(topic text)',
      'private.may_bring_picture()',
      'private.may_hear_thread(topic text)',
      'private.may_hear_ticket(topic text)',
      'private.may_read_ticket_file(path text)',
      'private.open_events()',
      'private.own_author_ids()',
      'private.own_blocks()',
      'private.own_hidden_rows(subject text)',
      'private.own_member()',
      'private.proof_needed(path text)',
      'private.reading_staff_role()',
      'private.topic_head(topic text)',
      'public.accept_answer(thread uuid, post uuid)',
      'public.accept_rules()',
      'public.acknowledge_complaint(ticket uuid)',
      'public.add_push_device(endpoint text, p256dh text, auth text, user_agent text)',
      'public.add_signal_note(signal_id uuid, note text)',
      'public.announcement_history(announcement uuid)',
      'public.announcements_between(since timestamp with time zone, until timestamp with time zone, known_at timestamp with time zone)',
      'public.answer_forecast(card uuid, probability integer)',
      'public.answer_qualification(request_id uuid, words text, account_number text, proof_path text)',
      'public.answer_question(attempt uuid, place integer, given jsonb)',
      'public.answer_ticket(ticket uuid, body text, request uuid, seen integer, next text, files jsonb, canned uuid)',
      'public.appeal_decision(decision_id uuid, words text)',
      'public.approve_held(case_ids uuid[])',
      'public.approve_payouts(payout_ids uuid[])',
      'public.archive_canned_answer(id uuid)',
      'public.archive_content(items uuid[])',
      'public.ask_opinion(case_id uuid, question text)',
      'public.assign_qualification(request_ids uuid[], assignee uuid)',
      'public.assign_ticket(ticket uuid, assignee uuid)',
      'public.begin_visit()',
      'public.billing_timeline()',
      'public.calendar_announcements(secret text)',
      'public.calendar_entries(secret text, everything boolean, occurrence uuid)',
      'public.calendar_sources()',
      'public.cancel_account_deletion()',
      'public.cancel_idea(idea_id uuid)',
      'public.cancel_payout()',
      'public.cancel_signal(signal_id uuid, reason text)',
      'public.cancel_subscription()',
      'public.canned_answers_for(ticket uuid, query text, most integer)',
      'public.certificate(code text)',
      'public.change_payment_method(card jsonb)',
      'public.change_subscription(plan text, period text, due bigint, terms_version text)',
      'public.check_proof_fact(request_id uuid, fact text, agrees boolean, words text, place jsonb)',
      'public.check_text(text text, kind text)',
      'public.claim_referral(code text, visitor uuid, memory text)',
      'public.close_idea(idea_id uuid)',
      'public.close_own_ticket(ticket uuid)',
      'public.close_payout(payout_id uuid, hash text, sent text, rate text, known boolean)',
      'public.close_signal(signal_id uuid, reason text)',
      'public.comment_qualification(request_id uuid, words text)',
      'public.commission_at_stake()',
      'public.community_summary()',
      'public.complete_part(lesson uuid, part text)',
      'public.confirm_mistake(ticket uuid, figure jsonb, words text)',
      'public.contract_by_code(address text, purpose text, code text)',
      'public.correct_attendance(occurrence uuid, member uuid, attended boolean)',
      'public.create_content(kind text, slug text, document jsonb, parent uuid, tier text)',
      'public.create_plan(plan jsonb, prices jsonb)',
      'public.current_staff_role()',
      'public.current_tier()',
      'public.decide(case_id uuid, reasons text[], measure text, days integer, spans jsonb, law text, words_become text, statement jsonb)',
      'public.decide_appeal(appeal_id uuid, overturn boolean, words text)',
      'public.decide_many(case_ids uuid[], reasons text[], measure text, days integer, law text, words_become text, statement jsonb)',
      'public.decide_qualification(request_ids uuid[], decision text, reason text, premium_days integer)',
      'public.delete_post(post uuid)',
      'public.demonstration_members()',
      'public.describe_media(path text, alt jsonb, width integer, height integer)',
      'public.draft_article_of(ticket uuid, slug text)',
      'public.edit_post(post uuid, body text)',
      'public.end_contract_by_code(address text, purpose text, code text, refund bigint)',
      'public.end_coupon(code text)',
      'public.end_member_sessions(member uuid)',
      'public.end_session(session_id uuid)',
      'public.event_participants(occurrence uuid)',
      'public.event_rank(registration event_registrations)',
      'public.exercise_chart(lesson text, place integer)',
      'public.export_proof(after bigint, page_size integer)',
      'public.fail_payout(payout_id uuid, reason text)',
      'public.file_notice(place text, reason text, words text, name text, mail text, good_faith boolean, crime boolean, language text)',
      'public.find_place(thread uuid, "position" integer)',
      'public.finish_attempt(attempt uuid)',
      'public.follow(thread uuid, category text, level text)',
      'public.forum_unread()',
      'public.give_opinion(case_id uuid, words text)',
      'public.grade_exercise(lesson text, place integer, price text)',
      'public.grade_thesis(signal_id uuid, thesis_held boolean, counter_held boolean, words text)',
      'public.help_figures(of_item uuid)',
      'public.help_sufficed()',
      'public.ideas_summary()',
      'public.import_announcements(claims jsonb, dry_run boolean)',
      'public.indicator_history(indicator text, known_at timestamp with time zone, most integer)',
      'public.indicator_reaction(indicator text, symbol text, distance numeric)',
      'public.indicator_signals(indicator text)',
      'public.join_event(occurrence uuid)',
      'public.join_leaderboard(pseudonym text)',
      'public.keep_progress(lesson uuid, part text, place integer, of integer, seconds integer)',
      'public.leaderboard(week date)',
      'public.leave(occurrence uuid)',
      'public.leave_leaderboard()',
      'public.ledger_consistency_proof(old bigint, size bigint)',
      'public.ledger_extension(old bigint, sequences bigint[])',
      'public.ledger_inclusion_proof(sequence bigint, size bigint)',
      'public.legal_notice()',
      'public.lesson_opening(slug text)',
      'public.lift_masks(request_id uuid, reason text)',
      'public.lift_sanction(sanction_id uuid, words text)',
      'public.list_coupon_uses(of_code text, before_at timestamp with time zone, most integer)',
      'public.list_coupons()',
      'public.list_jobs(of_state text, of_task text, before_id bigint, most integer)',
      'public.list_mails(before_id bigint)',
      'public.list_members(query text, of_tier text, of_role text, of_state text, before_at timestamp with time zone, before_id uuid, most integer)',
      'public.list_payments(query text, of_state text, of_provider text, of_means text, of_plan text, since timestamp with time zone, until timestamp with time zone, before_at timestamp with time zone, before_id uuid, most integer)',
      'public.list_payouts(of_state text, of_batch bigint, before_at timestamp with time zone, before_id uuid, most integer)',
      'public.list_provider_events(of_state text, before_id bigint, most integer)',
      'public.list_support_mails(before_id uuid, most integer)',
      'public.lock_thread(thread uuid, reason text)',
      'public.make_coupon(code text, percent integer, amount bigint, of_plan text, of_period text, starts_at timestamp with time zone, ends_at timestamp with time zone, most integer)',
      'public.make_statement(statement jsonb, sealed boolean)',
      'public.mark_all_read(category text)',
      'public.mark_read(thread uuid, "position" integer)',
      'public.mark_unread(thread uuid, "position" integer)',
      'public.mask_proof(request_id uuid, place jsonb)',
      'public.member_file(member uuid)',
      'public.merge_threads(source uuid, target uuid)',
      'public.merge_tickets(ticket uuid, into_ticket uuid)',
      'public.mine(post posts)',
      'public.moderation_case(case_id uuid)',
      'public.moderation_figures()',
      'public.moderation_queue(of_view text, after_id uuid, most integer)',
      'public.moderation_report(months integer)',
      'public.moderation_rules_json()',
      'public.move_content(item uuid, parent uuid, before uuid)',
      'public.move_stop(signal_id uuid, price numeric, reason text)',
      'public.move_thread(thread uuid, category text)',
      'public.move_ticket(ticket uuid, state text)',
      'public.my_allowances()',
      'public.my_blackouts(since timestamp with time zone, until timestamp with time zone)',
      'public.my_courses()',
      'public.my_daily()',
      'public.my_decisions()',
      'public.my_first_steps()',
      'public.my_forecasts()',
      'public.my_notices()',
      'public.my_referral()',
      'public.my_reviews()',
      'public.my_sessions()',
      'public.my_standing()',
      'public.my_subscription()',
      'public.my_tickets(after jsonb, most integer)',
      'public.note_first_step(step text)',
      'public.note_help_opening(slug text)',
      'public.note_idea(idea_id uuid, words text)',
      'public.note_notice_told(notice bigint, words text)',
      'public.note_on_ticket(ticket uuid, body text, request uuid, mentions uuid[])',
      'public.notice_state(code text)',
      'public.office_feeds()',
      'public.office_figures(days integer)',
      'public.office_machinery()',
      'public.office_revenue(months integer, test boolean, money text)',
      'public.office_settings()',
      'public.office_taxes(first_day date, last_day date, test boolean, money text)',
      'public.office_telling()',
      'public.open_checkout(plan text, period text, means text, details jsonb, terms_version text, expected_total bigint, waiver_version text, coupon text, idempotency_key uuid)',
      'public.open_payment_portal()',
      'public.open_referral(visitor uuid)',
      'public.open_ticket(topic text, subject text, body text, request uuid, priority text, files jsonb, facts jsonb, figure jsonb)',
      'public.own_contract()',
      'public.own_member()',
      'public.payment_file(payment uuid)',
      'public.payment_means()',
      'public.pin_thread(thread uuid, pinned boolean)',
      'public.plan_desk()',
      'public.preview_decision(case_id uuid, reasons text[], measure text, days integer, spans jsonb, law text, words_become text)',
      'public.preview_refund(payment uuid, amount bigint)',
      'public.publish_content(item uuid, expected_version integer, at timestamp with time zone)',
      'public.publish_idea(idea jsonb, key uuid)',
      'public.publish_post(thread uuid, body text, reply_to uuid, anonymous boolean)',
      'public.publish_signal(signal jsonb)',
      'public.push_public_key()',
      'public.put_question_back(item uuid)',
      'public.question_statistics()',
      'public.quote_change(plan text, period text)',
      'public.quote_checkout(plan text, period text, country text, coupon text, vat_number text)',
      'public.quote_withdrawal()',
      'public.rate_ticket(ticket uuid, score integer, words text)',
      'public.react(post uuid, kind text, give boolean)',
      'public.read_attempt(attempt uuid)',
      'public.read_checkout(id uuid)',
      'public.read_mail(mail_id bigint)',
      'public.read_notifications(ids uuid[], unread boolean)',
      'public.read_reviews(course uuid, most integer)',
      'public.read_seller()',
      'public.recently_proved()',
      'public.record_referral_click(code text, visitor uuid, counted boolean)',
      'public.refund_payment(payment uuid, amount bigint, words text)',
      'public.register(occurrence uuid)',
      'public.reinstate_member(member uuid)',
      'public.reissue_certificate(code text, name text)',
      'public.remove_mask(mask_id bigint)',
      'public.remove_media(path text)',
      'public.remove_ticket_facts(ticket uuid)',
      'public.rename_content(item uuid, slug text)',
      'public.rename_thread(thread uuid, title text)',
      'public.renew_calendar()',
      'public.renew_push_device(was text, endpoint text, p256dh text, auth text)',
      'public.replay_deliveries(delivery_ids bigint[])',
      'public.reply_ticket(ticket uuid, body text, request uuid, files jsonb)',
      'public.report(subject uuid, reason text, words text, good_faith boolean, crime boolean)',
      'public.request_account_deletion()',
      'public.request_certificate(course text, name text)',
      'public.request_contract_code(address text, purpose text)',
      'public.request_data_export()',
      'public.request_duplicates(request_ids uuid[])',
      'public.request_payout()',
      'public.request_qualification(broker text, account_number text, proof_path text, note text)',
      'public.resend_notice(notice bigint)',
      'public.restore_content(item uuid, version integer)',
      'public.resume_subscription()',
      'public.retire_question(item uuid)',
      'public.retry_jobs(job_ids bigint[])',
      'public.reveal_idea(idea_id uuid)',
      'public.reveal_statement(statement_id uuid)',
      'public.revenue_rows(figure text, month date, last_day date, of_country text, of_rate numeric, place integer, test boolean, money text, before_at timestamp with time zone, before_id text, most integer)',
      'public.reverify_facts(item uuid, expected_version integer, fields text[])',
      'public.revoke_certificate(code text, reason text)',
      'public.sandbox_authenticate(checkout uuid, accepted boolean)',
      'public.sandbox_crypto(checkout uuid, outcome text)',
      'public.sandbox_pay(checkout uuid, card jsonb)',
      'public.save_announcement(claim jsonb, announcement uuid)',
      'public.save_billing_details(details jsonb)',
      'public.save_canned_answer(name text, texts jsonb, topic text, id uuid)',
      'public.save_content(item uuid, expected_version integer, document jsonb)',
      'public.save_draft(thread uuid, body text, title text, category text, symbol text, reply_to uuid, anonymous boolean)',
      'public.schedule_draft(draft_id uuid, publish_at timestamp with time zone)',
      'public.seal_expectation(announcement uuid, direction text, probability text)',
      'public.search_threads(query text, language text, category text, symbol text, author uuid, "from" timestamp with time zone, "to" timestamp with time zone, most integer)',
      'public.second_decision(decision_id uuid, agree boolean, words text)',
      'public.security_change_state(token text)',
      'public.see_changes()',
      'public.see_ticket(ticket uuid)',
      'public.set_content_tier(item uuid, tier text)',
      'public.set_forum_digest(frequency text)',
      'public.set_require_staff_mfa(required boolean)',
      'public.set_seller(facts jsonb)',
      'public.set_staff_role(member uuid, role text)',
      'public.shield_figures()',
      'public.show_certificate_name(code text, shown boolean)',
      'public.signal_performance(days integer, symbol text)',
      'public.similar_threads(title text, language text)',
      'public.snooze_ticket(ticket uuid, until timestamp with time zone)',
      'public.sort_ticket(ticket uuid, topic text, priority text)',
      'public.split_thread(thread uuid, posts uuid[], title text)',
      'public.split_ticket(ticket uuid, messages uuid[], subject text, topic text)',
      'public.staff_cancel(member uuid, words text)',
      'public.staff_contract(member uuid)',
      'public.staff_resume(member uuid, words text)',
      'public.staff_withdraw(member uuid, refund bigint, words text)',
      'public.staff_write_state()',
      'public.start_attempt(purpose text, subject text)',
      'public.start_thread(category text, title text, body text, symbol text, anonymous boolean)',
      'public.stop_security_change(token text)',
      'public.stop_wallet_change(token text)',
      'public.suggest_members(prefix text)',
      'public.support_answer_times(days integer)',
      'public.support_figures(days integer)',
      'public.support_hours_state(moment timestamp with time zone)',
      'public.support_report(since timestamp with time zone, until timestamp with time zone)',
      'public.support_staff()',
      'public.suspend_member(member uuid, reason text)',
      'public.test_push_device(device_id bigint)',
      'public.test_webhook(endpoint_id bigint)',
      'public.thread_mark(thread uuid)',
      'public.ticket_context(ticket uuid)',
      'public.ticket_counts()',
      'public.ticket_file(ticket uuid)',
      'public.ticket_inbox(filters jsonb, after jsonb, most integer)',
      'public.ticket_money(ticket uuid)',
      'public.today_forecasts()',
      'public.try_filters(text text, trust integer)',
      'public.undo_decision(decision_id uuid)',
      'public.undo_qualification(request_ids uuid[])',
      'public.unlock_thread(thread uuid)',
      'public.unread_posts(thread threads)',
      'public.unsent_notices()',
      'public.unsubscribe(token text, undo boolean)',
      'public.unsubscribe_state(token text)',
      'public.use_allowance(kind text)',
      'public.wallet_change_state(token text)',
      'public.webhook_secret(endpoint_id bigint, rotate boolean)',
      'public.withdraw_content(item uuid)',
      'public.withdraw_held(held uuid)',
      'public.withdraw_qualification(request_id uuid)',
      'public.withdraw_subscription(refund bigint)',
      'public.writing_staff_role()',
    ])
    expect(await executable('service_role', 'and prosecdef')).toEqual([
      'private.altered_heads()',
      'private.altered_lives()',
      'private.altered_publications()',
      'private.altered_results()',
      'private.altered_states()',
      'private.announce_renewals(moment timestamp with time zone)',
      'private.append_idea_event(idea_id uuid, kind text, at timestamp with time zone, price numeric, r numeric, data jsonb)',
      'private.append_signal_event(signal_id uuid, kind text, at timestamp with time zone, price numeric, r numeric, data jsonb)',
      'private.begin_calendar_fetch(source text, next_at timestamp with time zone, moment timestamp with time zone)',
      'private.certificate_drawn(of_code text, path text, called text, language text, moment timestamp with time zone)',
      'private.claim_delivery(moment timestamp with time zone, delivery_id bigint, skip_endpoints bigint[])',
      'private.claim_provider_command(moment timestamp with time zone, providers text[])',
      'private.due_content(moment timestamp with time zone)',
      'private.due_drafts()',
      'private.exercise_bars(of_symbol text, of_timeframe text, from_at timestamp with time zone, until_at timestamp with time zone, newest integer)',
      'private.exercise_signals(for_lesson uuid)',
      'private.exercises_wanted()',
      'private.finish_overdue_attempts()',
      'private.fire_signal_alert(alert_ids uuid[], kind text, occasion text, price numeric, at timestamp with time zone)',
      'private.grade_expectations(moment timestamp with time zone)',
      'private.invoice_drawn(invoice uuid, sha256 text, bytes integer, moment timestamp with time zone)',
      'private.keep_certificate_key(kid text, jwk jsonb)',
      'private.keep_certificate_signer(secret text)',
      'private.keep_certificate_status(signed text)',
      'private.keep_credential(of_code text, called text, signed text)',
      'private.keep_events(moment timestamp with time zone)',
      'private.keep_exercise(lesson uuid, signal uuid, timeframe text, exercise jsonb)',
      'private.keep_flags(found jsonb)',
      'private.keep_idea_record(author uuid, as_of bigint, record jsonb, by_instrument jsonb)',
      'private.keep_indicator_licence(source text, series text, indicator text, licence text, shown boolean, moment timestamp with time zone)',
      'private.keep_occurrences(of_event uuid, expanded jsonb, moment timestamp with time zone)',
      'private.keep_payment_settings(card text, crypto text)',
      'private.keep_shipped_content(kind text, slug text, parent_slug text, "position" integer, tier text, document jsonb, hash text)',
      'private.known_events()',
      'private.lesson_claims()',
      'private.mail_admin_notices(moment timestamp with time zone)',
      'private.measure_reactions(moment timestamp with time zone, most integer)',
      'private.open_due_idea()',
      'private.publish_draft(draft_id uuid)',
      'private.publish_scheduled(item uuid, moment timestamp with time zone)',
      'private.remind_of_announcements(moment timestamp with time zone)',
      'private.renew_sandbox(moment timestamp with time zone)',
      'private.report_calendar_source(source text, state text, error text, entries integer, moment timestamp with time zone)',
      'private.retire_questions()',
      'private.revoked_certificates()',
      'private.settle_delivery(delivery_id bigint, attempt integer, moment timestamp with time zone, delivered boolean, status integer, error text, address text, duration_ms integer, retry_at timestamp with time zone)',
      'private.settle_due(moment timestamp with time zone)',
      'private.settle_provider_command(command bigint, attempt integer, moment timestamp with time zone, outcome text, error text, answer jsonb, retry_at timestamp with time zone)',
      'private.shipped_hashes()',
      'private.take_claims(source text, claims jsonb, covers_from timestamp with time zone, covers_until timestamp with time zone, moment timestamp with time zone)',
      'private.take_reading(provider text, event_id text, occurred_at timestamp with time zone, event jsonb, moment timestamp with time zone)',
      'private.tell_blackouts(moment timestamp with time zone)',
      'private.tell_course_news(of_course uuid)',
      'private.to_reconcile(moment timestamp with time zone, providers text[])',
      'private.trim_refused_events(moment timestamp with time zone)',
      'private.undrawn_certificates()',
      'private.unsigned_certificates()',
      'private.write_ledger_head(moment timestamp with time zone)',
      'public.current_staff_role()',
      'public.current_tier()',
      'public.export_proof(after bigint, page_size integer)',
      'public.keep_support_mail(raw text)',
      'public.ledger_consistency_proof(old bigint, size bigint)',
      'public.ledger_extension(old bigint, sequences bigint[])',
      'public.ledger_inclusion_proof(sequence bigint, size bigint)',
      'public.receive_provider_event(provider text, event_id text, occurred_at timestamp with time zone, event jsonb, raw text, headers jsonb)',
      'public.refuse_provider_event(provider text, event_id text, reason text, raw text, headers jsonb)',
      'public.signal_performance(days integer, symbol text)',
      'public.staff_write_state()',
      'public.store_wallet(member uuid, currency text, network text, address text, unprotected boolean, typed boolean)',
      'public.writing_staff_role()',
    ])
  })

  it('[S-90] gives no API role a sequence, and visitors nothing to write', async () => {
    expect(
      await names(
        `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace, unnest(array['anon', 'authenticated']) as role
          where ${OURS} and relkind = 'S' and has_sequence_privilege(role, pg_class.oid, 'usage')`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select relname as name from ${TABLES} and (has_table_privilege('anon', pg_class.oid, 'insert, update, delete, truncate') or has_any_column_privilege('anon', pg_class.oid, 'insert, update'))`,
      ),
    ).toEqual([])
  })

  it('has an index for every reference', async () => {
    expect(
      await names(
        `select conrelid::regclass || '.' || conname as name from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
          where contype = 'f' and ${OURS} and not exists (
            select from pg_index where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
          )`,
      ),
    ).toEqual([])
  })

  it('asks for nothing that PostgreSQL 15 or a hosted project lacks', () => {
    const text = globSync(join(import.meta.dirname, '../../{schemas/*,migrations,seed}/*.sql'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      // Every host provides this extension, ready to be enabled.
      .replaceAll('create extension if not exists pg_trgm with schema extensions', '')
    expect(text).not.toMatch(
      /create extension|pg_cron|pg_net|vault\.|random_normal|any_value|json_table|uuidv7|security_invoker_|merge into .* returning/i,
    )
  })

  it('names in the server nothing that it creates', async () => {
    const created = await names(
      `select relname as name from ${TABLES} union select proname from ${FUNCTIONS}`,
    )
    const sources = globSync(join(import.meta.dirname, '../../../server/src/**/*.{ts,sql}')).filter(
      (file) => !/\.(test|fixture)\.ts$|\/testing\//.test(file),
    )
    expect(sources.length).toBeGreaterThan(50)
    // Common English words (quotes, staff) are not product names; product names are compound, or listed here.
    const telling = created.filter(
      (name) => name.includes('_') || ['instruments', 'candles', 'ledger', 'profiles'].includes(name),
    )
    const found = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return telling
        .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
        .map((name) => `${name} in ${file}`)
    })
    expect(found).toEqual([])
  })

  it('leaves the official advisors nothing to say', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'advisors-'))
    try {
      const { stdout } = await promisify(execFile)(
        'supabase',
        ['db', 'advisors', `--remote=${vigie.databaseUrl}`, '--output-format', 'json'],
        {
          cwd: elsewhere,
          env: {
            ...process.env,
            PATH: `${join(import.meta.dirname, '../../../node_modules/.bin')}:${process.env.PATH}`,
          },
        },
      )
      const { results } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
        results: { name: string; detail: string }[]
      }
      expect(results.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([])
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  }, 60_000)
})

describe('jobs', () => {
  it('wait in their table while there is no queue, in the transaction of what they follow', async () => {
    const client = await vigie.admin.connect()
    try {
      await client.query(
        `begin; select private.enqueue('first', '{"a":1}'); rollback; select private.enqueue('second', '{"b":2}')`,
      )
      const { rows } = await client.query('select task, payload from private.pending_jobs')
      expect(rows).toEqual([{ task: 'second', payload: { b: 2 } }])
    } finally {
      client.release()
    }
  })
})
