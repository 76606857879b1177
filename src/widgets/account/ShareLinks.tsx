/**
 * Links that show something to anyone who has them: made for some days, without what isn't ticked;
 * copied, sent, and stopped. Without `make` it only lists those that still work.
 */

import { useEffect, useEffectEvent, useId, useState } from 'react'
import Type, { type Static } from 'typebox'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { problemText } from './problemtext.ts'
import { ShareRow, type SharedLink } from './ShareRow.tsx'
import css from './ShareLinks.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const strict = { additionalProperties: false } as const
const Make = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 90 }), {
      minItems: 1,
      maxItems: 4,
      description: 'How long a link may work, to choose from.',
    }),
    usual: Type.Integer({ description: 'Chosen at first.' }),
    shows: Type.Array(
      Type.Object({ id: Type.String(), text: Text, hint: Type.Optional(Text) }, strict),
      { maxItems: 6, description: 'What is left out unless it is ticked.' },
    ),
  },
  { additionalProperties: false, description: 'Without it no link can be made here.' },
)
export const Props = Type.Object(
  {
    title: Text,
    text: Text,
    path: Type.String({
      maxLength: 80,
      description: 'Address of the server at which links are made and ended.',
    }),
    message: Type.Optional({ ...Text, description: 'Sent with the link.' }),
    make: Type.Optional(Make),
    empty: Type.Optional({ ...Text, description: 'Shown if there is no link.' }),
  },
  strict,
)
type Asked = { readonly path: string; readonly what: string } & Readonly<Record<string, unknown>>
type Said = { readonly ok: boolean; readonly text: TextRef }

/** `data`: `{ items: [{ id, hide, opened, created, expires }] }`, those that still work */
export const ShareLinks = defineWidget<typeof Props>(
  'share-links',
  function ShareLinks({ title, text, path, message, make, empty, data, id, level }) {
    const t = useText()
    const { language } = useScope()
    const share = useAction<Asked, unknown>('share')
    const [made, setMade] = useState<SharedLink | null>(null)
    const [stopped, setStopped] = useState<readonly string[]>([])
    const [known, setKnown] = useState<Readonly<Record<string, string>>>({})
    const [busy, setBusy] = useState<string | null>(null)
    const [said, setSaid] = useState<Said | null>(null)
    const state = data as DataState<{ readonly items: readonly SharedLink[] }> | undefined
    const listed = state?.status === 'ready' ? state.value.items : null
    const look = useEffectEvent(async (items: readonly SharedLink[]) => {
      const found = await Promise.all(
        items.map(async (each) => [each.id, await share({ path, what: 'known', id: each.id })]),
      )
      setKnown(Object.fromEntries(found.filter(([, url]) => typeof url === 'string')))
    })
    useEffect(() => void (listed && look(listed).catch(() => undefined)), [listed])
    if (state?.status !== 'ready') return <NotReady state={state} />
    const run = async (what: string, done: TextRef, work: () => Promise<void>) => {
      setBusy(what)
      setSaid(null)
      try {
        await work()
        setSaid({ ok: true, text: done })
        state.again?.()
      } catch (error) {
        setSaid({ ok: false, text: problemText(error) })
      }
      setBusy(null)
    }
    const links = [
      ...(made === null ? [] : [made]),
      ...state.value.items.filter((each) => each.id !== made?.id),
    ].filter((each) => !stopped.includes(each.id))
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="stack">
          <div>
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(title)}
            </Heading>
            <p className="small mute">{t(text)}</p>
          </div>
          {make && (
            <Making
              make={make}
              busy={busy === 'make'}
              onMake={(days, hide) =>
                void run('make', 'share.made', async () =>
                  setMade((await share({ path, what: 'make', days, hide })) as SharedLink),
                )
              }
            />
          )}
          <div role="status">
            {said && <Note look={said.ok ? 'ok' : 'bad'}>{t(said.text)}</Note>}
          </div>
          {links.length === 0 && empty !== undefined && <p className="mute">{t(empty)}</p>}
          {links.length > 0 && (
            <ul className={css['links']}>
              {links.map((each) => (
                <ShareRow
                  key={each.id}
                  link={each}
                  url={each.url ?? known[each.id]}
                  shows={(make?.shows ?? []).flatMap((part) =>
                    each.hide === undefined || each.hide.includes(part.id) ? [] : [part.text],
                  )}
                  language={language}
                  message={message === undefined ? undefined : t(message)}
                  busy={busy === each.id}
                  onStop={() =>
                    void run(each.id, 'share.stopped', async () => {
                      await share({ path, what: 'end', id: each.id })
                      setStopped((all) => [...all, each.id])
                    })
                  }
                />
              ))}
            </ul>
          )}
        </div>
      </Card>
    )
  },
)

function Making({
  make: { days, usual, shows },
  busy,
  onMake,
}: {
  make: Static<typeof Make>
  busy: boolean
  onMake: (days: number, hide: readonly string[]) => void
}) {
  const t = useText()
  const name = useId()
  const [chosen, setChosen] = useState(usual)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const turn = (id: string) =>
    setTicked(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])
  return (
    <>
      <fieldset className={css['options']}>
        <legend className="strong">{t('share.howLong')}</legend>
        <div className={css['pair']}>
          {days.map((count) => (
            <label key={count} className={css['option']}>
              <input
                type="radio"
                name={name}
                checked={count === chosen}
                onChange={() => setChosen(count)}
              />
              <span>{t('share.days', { count })}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {shows.length > 0 && (
        <fieldset className={css['options']}>
          <legend className="strong">{t('share.leftOut')}</legend>
          {shows.map(({ id, text, hint }) => (
            <label key={id} className={css['option']}>
              <input type="checkbox" checked={ticked.includes(id)} onChange={() => turn(id)} />
              <span>
                {t(text)}
                {hint !== undefined && <span className="small mute">{t(hint)}</span>}
              </span>
              <i className={css['eye']}>
                <Icon name="eye" size="s" />
              </i>
            </label>
          ))}
        </fieldset>
      )}
      <Button
        block
        busy={busy}
        onClick={() =>
          onMake(
            chosen,
            shows.flatMap(({ id }) => (ticked.includes(id) ? [] : [id])),
          )
        }
      >
        {t('share.make')}
      </Button>
    </>
  )
}
