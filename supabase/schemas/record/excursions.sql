-- How far a signal went, beside its result: two columns of signal_results for whoever reads its rows, kept in a table of their own
-- (signal_excursions) since they are measured after the end.
create function public.best_r(result public.signal_results) returns numeric
language sql stable set search_path = '' as $$
  select signal_excursions.best_r from public.signal_excursions where signal_excursions.signal_id = result.signal_id
$$;
comment on function public.best_r(public.signal_results) is 'The best of the running result in R while the signal was open; null where it was not measured.';

create function public.worst_r(result public.signal_results) returns numeric
language sql stable set search_path = '' as $$
  select signal_excursions.worst_r from public.signal_excursions where signal_excursions.signal_id = result.signal_id
$$;
comment on function public.worst_r(public.signal_results) is 'The worst of the running result in R while the signal was open; null where it was not measured.';

revoke execute on function public.best_r(public.signal_results), public.worst_r(public.signal_results) from public;
grant execute on function public.best_r(public.signal_results), public.worst_r(public.signal_results) to anon, authenticated, service_role;
