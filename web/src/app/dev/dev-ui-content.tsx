import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Accordion } from '#ui/figure/accordion.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Progress } from '#ui/figure/progress.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Ring } from '#ui/figure/ring.tsx'
import { Field } from '#ui/form/field.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { DevPart } from './dev-ui-part.tsx'

const HASH = '9f3c71be4a0d52c8e6b17f90d3a4c5e2187b6f0a9d8c7e5b4a3f2e1d0c9ba21e'
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="slategray" d="M0 0h8v8H0z"/><path fill="lightsteelblue" d="M0 8 4 2l4 6z"/></svg>')}`

const TEXT = `## A break that failed

The pair came back **below 1.0860** within two hours, *on falling volume*. See the [method](/outils) and the
[regulator’s page](https://www.amf-france.org).

> A level is a question, not an answer.

- [x] Entry touched
- [ ] First target

| Level | Price | Result |
| --- | ---: | ---: |
| Stop | 1.0820 | −1,00 R |
| TP 1 | 1.0900 | +1,00 R |

\`\`\`
BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900
\`\`\`

The spread is counted[^1]. <script>document.title = 'owned'</script> [nowhere](javascript:alert(1))

[^1]: Half at the entry, half at the exit.`

/** Parts for reading, copying and writing. */
export function DevContent() {
  const [text, setText] = useState('The **stop** moves to break-even:\n\n- after TP 1\n- never before')
  return (
    <>
      <DevPart name="Ways">
        <div className="grid w-full gap-6">
          <Breadcrumbs
            items={[
              { title: 'Courses', to: '/formations' },
              { title: 'Reading a chart', to: '/formations' },
              { title: 'Support and resistance' },
            ]}
          />
        </div>
      </DevPart>
      <DevPart name="People, progress">
        <span className="flex items-center gap-3">
          <Avatar name="Alix Laurent" size="sm" alone />
          <Avatar name="Alix Laurent" alone />
          <Avatar name="Jean-Pierre" size="lg" image="/not-there.png" alone />
          <Avatar name="Zoé Martin" size="lg" image={PICTURE} alone />
          <Avatar name="" size="xl" />
        </span>
        <span className="flex items-center gap-4">
          <Ring label="Not begun" share={0} size="sm" />
          <Ring label="Begun" share={0.4} size="sm" />
          <Ring label="Nearly" share={0.75} />
          <Ring label="Done" share={1} />
          <Ring label="Reading a chart" share={0.62} size="lg" />
          <Ring label="Day 12 of 30" share={0.4} size="xl">
            <span className="text-20">12</span>
          </Ring>
        </span>
        <div className="grid w-full gap-5 sm:grid-cols-3">
          <Progress label="Course" share={0.375} text="3 of 8 lessons" shown />
          <Progress label="Upload" share={0.82} shown />
          <Progress label="On its way" share={null} shown />
        </div>
      </DevPart>
      <DevPart name="Folds">
        <Accordion
          className="min-w-0 flex-1 basis-80"
          open="first"
          items={[
            {
              key: 'first',
              title: 'When is a signal too late?',
              content: 'When less than half of its way is left.',
            },
            {
              key: 'second',
              title: 'Who sees a signal first?',
              content: 'Everybody at once, by their tier.',
            },
          ]}
        />
      </DevPart>
      <DevPart name="Copy, scan">
        <CopyButton text={HASH} label="Copy hash" />
        <CopyButton text={HASH} iconOnly />
        <div className="flex w-full flex-wrap items-start gap-6">
          <QrCode value="otpauth://totp/Vigie:alix@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Vigie" />
          <div className="grid min-w-0 flex-1 basis-80 gap-4">
            <CodeView title="Seal of the signal" code={HASH} wrap />
            <CodeView
              title="Request"
              code={
                'curl https://vigie.example/rest/v1/ledger?select=hash,previous_hash,payload&order=number.desc&limit=20 \\\n  -H "apikey: …"'
              }
            />
          </div>
        </div>
      </DevPart>
      <DevPart name="Markdown">
        <div
          className="grid w-full grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-2"
          data-testid="markdown"
        >
          <MarkdownView text={TEXT} under={3} />
          <Field label="Your answer" hint="Everybody in the thread can read it.">
            <MarkdownEditor value={text} onChange={setText} />
          </Field>
        </div>
      </DevPart>
    </>
  )
}
