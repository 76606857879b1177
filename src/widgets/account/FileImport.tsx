/**
 * Takes what a person's own file says: chosen or pasted, looked through, then saved. Nothing is
 * dropped silently, and nothing is saved before it was shown.
 */

import { useEffect, useRef, useState, type RefObject } from 'react'
import Type from 'typebox'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, below, inCard } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { apiError } from '#widgets/parts/problem.ts'
import { readFileText, withMonths, wordsAt, type Brought } from './broughtfile.ts'
import { FileChoice } from './FileChoice.tsx'
import { FileContents } from './FileContents.tsx'
import { usePlaces } from './filewords.ts'
import { problemText } from './problemtext.ts'
import css from './FileImport.module.css'

const Text = Type.String({ 'x-ref': 'text' })
export const Props = Type.Object(
  {
    title: Text,
    text: Text,
    path: Type.String({
      maxLength: 80,
      description: 'Address of the server that takes it, and with "try" says what it would take.',
    }),
    member: Type.String({ maxLength: 40, description: 'What the file is called in the request.' }),
    names: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Text, {
        description:
          'What members of the file are called, where it is said what is wrong with them.',
      }),
    ),
    accept: Type.String({ maxLength: 80, description: 'Kinds of files that can be chosen.' }),
    routeName: Type.Optional(
      Type.String({ 'x-ref': 'route', description: 'Where it can be seen afterwards.' }),
    ),
    see: Type.Optional({ ...Text, description: 'On the button that leads there.' }),
  },
  { additionalProperties: false },
)
type File = Readonly<Record<string, unknown>>
type Problem = { readonly text: TextRef; readonly places: readonly string[] }

export const FileImport = defineWidget<typeof Props>(
  'file-import',
  function FileImport({ title, text, path, member, names, accept, routeName, see, id, level }) {
    const t = useText()
    const href = useHref()
    const place = usePlaces(names)
    const bring = useAction<{ path: string; body: object }, Brought>('file.bring')
    const [file, setFile] = useState<File | null>(null)
    const [shown, setShown] = useState<Brought | null>(null)
    const [months, setMonths] = useState<Readonly<Record<string, string>>>({})
    const [saved, setSaved] = useState<Brought | null>(null)
    const [problem, setProblem] = useState<Problem | null>(null)
    const [busy, setBusy] = useState(false)
    const note = useRef<HTMLDivElement>(null)
    useEffect(() => note.current?.focus(), [problem, saved])

    const send = async (of: File, isTry: boolean): Promise<Brought | null> => {
      setBusy(true)
      setProblem(null)
      try {
        return await bring({ path, body: { [member]: of, try: isTry } })
      } catch (error) {
        const fields = apiError(error)?.fields ?? []
        setProblem({
          text: fields.length > 0 ? 'bringIn.wrong' : problemText(error),
          places: fields.map(({ pointer }) => {
            const at = pointer.slice(member.length + 1)
            return [place(at), wordsAt(of, at)].filter(Boolean).join(': ')
          }),
        })
        return null
      } finally {
        setBusy(false)
      }
    }
    const read = async (words: string) => {
      setSaved(null)
      setShown(null)
      setMonths({})
      const found = readFileText(words)
      if (!found.ok) {
        const { why, line } = found
        const said = why === 'broken' && line !== undefined ? 'brokenAt' : why
        setProblem({ text: { words: t(`bringIn.${said}`, { line: line ?? 0 }) }, places: [] })
        return
      }
      setFile(found.value)
      setShown(await send(found.value, true))
    }
    const ask = async (pointer: string, month: string) => {
      if (file === null) return
      const next = { ...months, [pointer]: month }
      setMonths(next)
      const found = await send(withMonths(file, next), true)
      if (found !== null) setShown(found)
    }
    const save = async () => {
      if (file === null) return
      const found = await send(withMonths(file, months), false)
      if (found === null) return
      setSaved(found)
      setShown(null)
      setFile(null)
    }
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="stack">
          <div>
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(title)}
            </Heading>
            <p className="mute">{t(text)}</p>
          </div>
          {problem !== null && <Refused problem={problem} note={note} />}
          {saved !== null && (
            <Note look="ok" alert ref={note}>
              {t('bringIn.done', { count: saved.adds.length })}
            </Note>
          )}
          {saved !== null && routeName !== undefined && see !== undefined && (
            <p>
              <ButtonLink look="step" to={href(routeName)}>
                {t(see)}
              </ButtonLink>
            </p>
          )}
          {shown !== null && file !== null ? (
            <>
              <FileContents
                file={file}
                names={names}
                found={shown}
                months={months}
                level={below(inCard(level))}
                onMonth={(pointer, month) => void ask(pointer, month)}
              />
              <div className="row wraps">
                {shown.adds.length > 0 && (
                  <Button busy={busy} onClick={() => void save()}>
                    {t('bringIn.save', { count: shown.adds.length })}
                  </Button>
                )}
                <Button
                  look="line"
                  onClick={() => {
                    setShown(null)
                    setFile(null)
                  }}
                >
                  {t('bringIn.other')}
                </Button>
              </div>
            </>
          ) : (
            <FileChoice
              accept={accept}
              busy={busy}
              onText={(words) => void read(words)}
              onFailed={() => setProblem({ text: 'bringIn.unreadable', places: [] })}
            />
          )}
        </div>
      </Card>
    )
  },
)

function Refused({
  problem: { text, places },
  note,
}: {
  problem: Problem
  note: RefObject<HTMLDivElement | null>
}) {
  const t = useText()
  return (
    <Note look="bad" alert ref={note}>
      {t(text)}
      {places.length > 0 && (
        <ul className={css['places']}>
          {places.map((place) => (
            <li key={place} dir="auto">
              {place}
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
