import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { COMING_ROWS, PLAN_GROUPS } from './plan-rows.ts'

/** The placeholder of the table, or of the plan that a phone shows first. */
export function PlanTableSkeleton() {
  const rows = (all: readonly { key: string }[]) =>
    all.map(({ key }) => (
      <div key={key} className="flex h-[45px] items-center border-t border-line px-4 lg:px-5">
        <Skeleton className="h-4 w-56" />
      </div>
    ))
  const body = (
    <>
      {PLAN_GROUPS.map((group) => (
        <div key={group.key}>
          <div className="h-[37px] border-t border-line bg-well" />
          {rows(group.rows)}
        </div>
      ))}
      <div className="h-[37px] border-t border-line bg-well" />
      {rows(COMING_ROWS)}
    </>
  )
  return (
    <div aria-busy="true">
      <Card className="overflow-hidden max-lg:hidden">
        <div className="grid grid-cols-4">
          {[0, 1, 2, 3].map((column) => (
            <div key={column} className="grid gap-4 border-line p-5 not-first:border-l">
              <div className="grid gap-1">
                <Skeleton className="h-6 w-24" />
                <Skeleton className="h-5 w-32 max-w-full" />
              </div>
              <Skeleton className="h-19 w-28" />
              <Skeleton className="h-8 w-full" />
            </div>
          ))}
        </div>
        {body}
      </Card>
      <div className="grid gap-3 lg:hidden">
        <Skeleton className="h-8 w-full" />
        <Card className="overflow-hidden">
          <div className="grid gap-3 p-4">
            <div className="grid gap-1">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-4 w-48" />
            </div>
            <Skeleton className="h-11 w-44" />
            <Skeleton className="h-11 w-full" />
          </div>
          {body}
        </Card>
      </div>
    </div>
  )
}
