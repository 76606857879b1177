/**
 * Asks a parent or a school to pay: makes a link, shares or copies it, and ends links that were
 * made before. The link shows the plan, its price and a first name.
 */

import Type from 'typebox'
import { useState } from 'react'
import { useAction, useRenderContext, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { dateOf } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { usePlanName } from './planName.ts'
import { problemText } from './problemtext.ts'
import { ShareLink } from './ShareLink.tsx'

const Bound = Type.Union([Type.String({ maxLength: 80 }), Type.Null()])

export const Props = Type.Object(
  {
    plan: Type.Union([Bound], { description: 'Id of the plan, usually bound to the address.' }),
    country: Type.Union([Bound], { description: 'Whose price it is, usually bound.' }),
  },
  { additionalProperties: false },
)

type Link = { readonly id: string; readonly url: string; readonly expiresAt: string }
type Made = {
  readonly id: string
  readonly plan: string
  readonly state: string
  readonly expiresAt: string
}

export const AskToPay = defineWidget<typeof Props>(
  'ask-to-pay',
  function AskToPay({ plan, country, data }) {
    const t = useText()
    const { language, user } = useScope()
    const { catalog } = useRenderContext()
    const planName = usePlanName()
    const make = useAction<{ plan: string; country: string | null }, Link>('pay.ask')
    const end = useAction<{ id: string }, unknown>('pay.revoke')
    const [link, setLink] = useState<Link | null>(null)
    const [busy, setBusy] = useState<string | null>(null)
    const [ended, setEnded] = useState<readonly string[]>([])
    const [problem, setProblem] = useState<TextRef | null>(null)
    const open = (valueOf<{ items: readonly Made[] }>(data)?.items ?? []).filter(
      ({ id, state }) => state === 'open' && id !== link?.id && !ended.includes(id),
    )
    const run = async (what: string, work: () => Promise<void>) => {
      setBusy(what)
      setProblem(null)
      try {
        await work()
      } catch (error) {
        setProblem(problemText(error))
      }
      setBusy(null)
    }
    // Nobody is asked to pay for what isn't sold, or what one has.
    const isSold = catalog.sold.some(({ id }) => id === plan)
    if (plan === null || !isSold || user?.app.accountType === plan) return null
    return (
      <div className="stack">
        {link === null ? (
          <div className="stack-s">
            <Button
              look="line"
              block
              icon={<Icon name="people" />}
              busy={busy === 'make'}
              onClick={() => void run('make', async () => setLink(await make({ plan, country })))}
            >
              {t('ask.button')}
            </Button>
            <p className="small mute">{t('ask.what')}</p>
          </div>
        ) : (
          <ShareLink url={link.url} until={dateOf(link.expiresAt, language)} />
        )}
        {problem !== null && (
          <Note look="bad" alert>
            {t(problem)}
          </Note>
        )}
        {open.map((each) => (
          <Note key={each.id}>
            <div className="stack-s">
              <p>
                {t('ask.open', {
                  plan: planName(each.plan),
                  date: dateOf(each.expiresAt, language),
                })}
              </p>
              <Button
                look="line"
                small
                busy={busy === each.id}
                onClick={() =>
                  void run(each.id, async () => {
                    await end({ id: each.id })
                    setEnded([...ended, each.id])
                  })
                }
              >
                {t('ask.end')}
              </Button>
            </div>
          </Note>
        ))}
      </div>
    )
  },
)
