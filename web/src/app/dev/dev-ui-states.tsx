import { Check, Clock, Radio, Telescope } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { Timeline } from '#ui/figure/timeline.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { ToastCard } from '#ui/overlay/toaster.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, OfflineState } from '#ui/states.tsx'
import { DevPart } from './dev-ui-part.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const CURVE = [0, 1.2, 0.2, -0.8, 1, 2.4, 1.4, 3.1, 4.2]
const nothing = () => undefined

/** Badges, figures, messages and states. */
export function DevStates() {
  return (
    <>
      <DevPart name="Marks">
        <Badge>Freemium</Badge>
        <Badge tone="gain" icon={<Check size={14} aria-hidden />}>
          Entry still possible
        </Badge>
        <Badge tone="loss">Rejected</Badge>
        <Badge tone="warn" icon={<Clock size={14} aria-hidden />}>
          Too late to enter
        </Badge>
        <Badge tone="info">To complete</Badge>
        <Badge tone="line">Sample data</Badge>
      </DevPart>
      <DevPart name="Figures">
        <Card className="grid w-full grid-cols-2 gap-4 p-4 lg:grid-cols-5">
          <Stat
            label="Expectancy"
            definition="Mean result of a signal, in multiples of its risk."
            value="+0,22 R"
            note="± 0,32 R, 95 %"
          />
          <Stat label="Win rate" value="53 %" note="+1,24 R against −0,96 R" />
          <Stat label="Not there yet" value="—" note="from the first resolved signal" />
          <StepCurve values={CURVE} label="Curve in R, +4,2 R in all" />
        </Card>
      </DevPart>
      <DevPart name="Over the page">
        <Overlays />
      </DevPart>
      <DevPart name="Messages">
        <div className="grid w-full max-w-89 gap-2">
          <ToastCard
            message={{ id: 1, open: true, title: 'Levels copied', description: 'Entry, stop and targets.' }}
            onClose={nothing}
          />
          <ToastCard
            message={{
              id: 2,
              open: true,
              variant: 'destructive',
              title: 'Not sent',
              description: 'Your answers are kept. Code E4127.',
              action: { label: 'Retry', onClick: nothing },
            }}
            onClose={nothing}
          />
        </div>
        <Button onClick={() => toast({ title: 'Levels copied', description: 'Entry, stop and targets.' })}>
          Show one
        </Button>
      </DevPart>
      <DevPart name="States">
        <div className="grid w-full items-start gap-4 md:grid-cols-2">
          <Card className="grid gap-4 p-4">
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-10 w-full" />
          </Card>
          <EmptyState
            icon={<Telescope size={20} strokeWidth={1.75} aria-hidden />}
            title="No signal is waiting"
            action={<Button size="sm">Set my alerts</Button>}
          >
            The next one appears here the second it is published.
          </EmptyState>
          <ErrorState title="The signals could not be read" code="5031" onRetry={nothing}>
            The server did not answer.
          </ErrorState>
          <OfflineState since="13:41" />
        </div>
      </DevPart>
      <DevPart name="Timeline">
        <div className="w-full max-w-100">
          <Timeline
            items={[
              {
                key: 'published',
                icon: <Radio size={14} aria-hidden />,
                title: 'Published and sealed',
                time: '09:02:11',
                children: 'Claire Morvan, at 1.0873',
              },
              {
                key: 'live',
                icon: <Clock size={14} aria-hidden />,
                title: 'Live',
                time: 'now',
                current: true,
                children: '+0,15 R, valid until 22:00',
              },
            ]}
          />
        </div>
      </DevPart>
    </>
  )
}

function Overlays() {
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [side, setSide] = useState<'bottom' | 'right'>('bottom')
  return (
    <>
      <Tooltip content="Mean result of a signal, in multiples of its risk.">
        <Button>Bubble</Button>
      </Tooltip>
      <Popover label="More" trigger={<Button>Popover</Button>}>
        Something more, beside its button.
      </Popover>
      <Menu
        label="Theme"
        trigger={<Button>Menu</Button>}
        items={[
          { key: 'dark', label: 'Dark', selected: true, onSelect: nothing },
          { key: 'light', label: 'Light', selected: false, onSelect: nothing },
          'separator',
          { key: 'out', label: 'Sign out', icon: <Radio {...icon} />, onSelect: nothing },
        ]}
      />
      <Button onClick={() => setDialog(true)}>Dialog</Button>
      {(['bottom', 'right'] as const).map((from) => (
        <Button
          key={from}
          onClick={() => {
            setSide(from)
            setSheet(true)
          }}
        >
          Sheet, {from}
        </Button>
      ))}
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Stop following?"
        description="The alerts of this signal end. Its record stays."
        footer={
          <>
            <Button variant="outline" onClick={() => setDialog(false)}>
              Keep
            </Button>
            <Button variant="danger" onClick={() => setDialog(false)}>
              Stop
            </Button>
          </>
        }
      />
      <Sheet open={sheet} onOpenChange={setSheet} side={side} title="EUR/USD">
        <p className="p-4">What the panel shows on a desk.</p>
      </Sheet>
    </>
  )
}
