/**
 * Something that is shown once and has to be kept, such as a key or a list of codes: to scan, copy,
 * print or save. Only the app holds it, for as long as the page is open.
 */

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import Type from 'typebox'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { squareOf } from '#widgets/parts/qr.ts'
import { saveFile } from '#widgets/parts/savefile.ts'
import css from './KeepSheet.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    title: Text,
    text: Text,
    from: Type.String({
      maxLength: 40,
      description:
        'Action of the app that returns `{ lines, qr? }`: what to keep, and what to draw as a QR code; null if it is gone.',
    }),
    label: Type.String({ 'x-ref': 'text', description: 'What it is; also the name of the file.' }),
    none: Type.String({ 'x-ref': 'text', description: 'Shown if it is gone.' }),
    paper: Type.Optional(
      Type.Boolean({ description: 'Can be printed and saved as a file too; default false.' }),
    ),
    back: Type.Object(
      {
        text: Text,
        routeName: Type.String({ 'x-ref': 'route' }),
        params: Type.Optional(Type.Record(Type.String(), Type.String())),
      },
      { additionalProperties: false, description: 'Where to go afterwards, or to begin again.' },
    ),
  },
  { additionalProperties: false },
)

type Sheet = { readonly lines: readonly string[]; readonly qr?: string }

export const KeepSheet = defineWidget<typeof Props>(
  'keep-sheet',
  function KeepSheet({ title, text, from, label, none, paper = false, back, level }) {
    const t = useText()
    const href = useHref()
    const fetch = useAction<undefined, Sheet | null>(from)
    const print = useAction<undefined, void>('print')
    const [sheet, setSheet] = useState<Sheet | null | undefined>(undefined)
    const [copied, setCopied] = useState(false)
    const load = useEffectEvent(() => fetch(undefined))
    // Once for each page that shows it.
    useEffect(() => {
      let isHere = true
      void load().then(
        (found) => isHere && setSheet(found),
        () => isHere && setSheet(null),
      )
      return () => {
        isHere = false
      }
    }, [from])
    const leave = (
      <ButtonLink look={paper ? 'main' : 'text'} block to={href(back.routeName, back.params)}>
        {t(back.text)}
      </ButtonLink>
    )
    if (sheet === undefined) return null
    if (sheet === null)
      return (
        <div className="stack">
          <Note look="wait">{t(none)}</Note>
          {leave}
        </div>
      )
    const lines = sheet.lines.join('\n')
    const copy = () =>
      // Without access to the clipboard it can be selected and copied by hand.
      void navigator.clipboard?.writeText(lines).then(
        () => setCopied(true),
        () => undefined,
      )
    return (
      <div className="stack">
        <header>
          <Heading level={level}>{t(title)}</Heading>
          <p className="mute">{t(text)}</p>
        </header>
        <Card>
          <div className="stack">
            {sheet.qr !== undefined && <Square text={sheet.qr} label={t('sheet.qr')} />}
            <div>
              <p className="small mute">{t(label)}</p>
              <ul className={`${css['lines']} ${sheet.lines.length > 1 ? css['many'] : ''}`}>
                {sheet.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
            <div className="row wraps no-print">
              <Button look="line" small onClick={copy}>
                {t('sheet.copy')}
              </Button>
              {paper && (
                <>
                  <Button look="line" small onClick={() => void print(undefined)}>
                    {t('sheet.print')}
                  </Button>
                  <Button
                    look="line"
                    small
                    onClick={() =>
                      saveFile(`${t(label)}.txt`, new Blob([`${lines}\n`], { type: 'text/plain' }))
                    }
                  >
                    {t('sheet.save')}
                  </Button>
                </>
              )}
              <span role="status" className="small">
                {copied && t('sheet.copied')}
              </span>
            </div>
          </div>
        </Card>
        <div className="no-print">{leave}</div>
      </div>
    )
  },
)

/** Black on white in every colour scheme, as cameras expect it. */
function Square({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => squareOf(text), [text])
  return (
    <svg className={css['square']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
