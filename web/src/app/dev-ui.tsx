import { Bell, Download, Radio } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Chip } from '#ui/chip.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Stat } from '#ui/stat.tsx'
import { EmptyState, ErrorState, LockedState, OfflineState } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { toast } from '#ui/toast.tsx'

/** Every part of the design system in its states, for eyes and for the visual test. Not part of the product: its words are not translated. */
export default function DevUi() {
  const [segment, setSegment] = useState('month')
  const [tab, setTab] = useState('one')
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  return (
    <main className="mx-auto grid max-w-5xl gap-8 p-6">
      <h1 className="text-28 font-semibold">Design system</h1>
      <Part name="Buttons">
        {(['primary', 'secondary', 'outline', 'ghost', 'inverse', 'danger'] as const).map((variant) => (
          <Button key={variant} variant={variant} icon={<Bell size={16} strokeWidth={1.75} aria-hidden />}>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button busy>busy</Button>
        <Button size="sm">small</Button>
        <Button size="lg">large</Button>
        <Button iconOnly aria-label="Download" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} />
      </Part>
      <Part name="Chips and badges">
        <Chip selected count={3}>
          Live
        </Chip>
        <Chip count={12}>Closed</Chip>
        {(['neutral', 'gain', 'loss', 'warn', 'info', 'line'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Part>
      <Part name="Fields">
        <Field label="E-mail" hint="Never shared." className="w-72">
          <Input placeholder="alix@example.com" />
        </Field>
        <Field label="E-mail" error="This is not an address." className="w-72">
          <Input defaultValue="alix@" />
        </Field>
        <Field label="Password" optional="12 characters" className="w-72">
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field label="Timeframe" className="w-72">
          <Select defaultValue="M15">
            <option>M15</option>
            <option>H1</option>
          </Select>
        </Field>
        <Field label="Thesis" className="w-72">
          <Textarea />
        </Field>
        <Checkbox framed className="w-72">
          A consent with a long text that wraps over two lines.
        </Checkbox>
        <Checkbox defaultChecked>Ticked</Checkbox>
      </Part>
      <Part name="Choices">
        <Segmented
          label="Period"
          value={segment}
          onChange={setSegment}
          options={[
            { value: 'month', label: 'Month' },
            { value: 'year', label: 'Year' },
          ]}
        />
        <div className="w-full">
          <Tabs
            label="Tabs"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'one', label: 'One', content: 'First' },
              { value: 'two', label: 'Two', content: 'Second' },
            ]}
          />
        </div>
      </Part>
      <Part name="Figures">
        <Card className="grid w-full grid-cols-2 gap-4 p-4 md:grid-cols-4">
          <Stat
            label="Expectancy"
            definition="The mean result in R."
            value="+0,22 R"
            note="± 0,32 R à 95 %"
          />
          <Stat label="Win rate" value="53 %" note="+1,24 R contre −0,96 R" large />
          <Stat label="Missing" value="—" />
          <Sparkline values={[0, 1, -1, 2, 3, 2, 4]} label="Curve in R" />
        </Card>
      </Part>
      <Part name="Over the page">
        <Button onClick={() => setDialog(true)}>Dialog</Button>
        <Button onClick={() => setSheet(true)}>Sheet</Button>
        <Button onClick={() => toast({ title: 'Saved', description: 'All is stored.' })}>Toast</Button>
        <Button
          onClick={() =>
            toast({ title: 'Refused', description: 'Nothing was written.', variant: 'destructive' })
          }
        >
          Destructive toast
        </Button>
        <Dialog
          open={dialog}
          onOpenChange={setDialog}
          title="A question"
          description="With its consequence."
          footer={<Button variant="primary">Do it</Button>}
        />
        <Sheet open={sheet} onOpenChange={setSheet} title="A sheet">
          <p className="p-4">Content</p>
        </Sheet>
      </Part>
      <Part name="States">
        <Skeleton className="h-24 w-full" />
        <EmptyState
          className="w-full"
          icon={<Radio size={28} strokeWidth={1.5} aria-hidden />}
          title="Nothing here yet"
        >
          What will be here, and the next step.
        </EmptyState>
        <ErrorState className="w-full" code="1a2b3c4d" onRetry={() => {}} />
        <OfflineState since="14:30" />
        <LockedState title="Levels are for premium members">
          They open to everybody when the signal ends.
        </LockedState>
      </Part>
      <Part name="Timeline">
        <Timeline
          items={[
            {
              key: 'a',
              icon: <Radio size={14} aria-hidden />,
              title: 'Published',
              time: '09:02',
              children: 'At 1.0873',
            },
            { key: 'b', icon: <Radio size={14} aria-hidden />, title: 'Live', time: 'now', current: true },
          ]}
        />
      </Part>
    </main>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-13 font-medium text-muted">{name}</h2>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </section>
  )
}
