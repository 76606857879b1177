/** Recent sign-ins and wrong passwords of an account, and what to do if they weren't one's own. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { momentOf, type SignIn } from './devices.ts'
import css from './DeviceList.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    title: Text,
    warning: Type.String({
      'x-ref': 'text',
      description: 'Shown below if there were wrong passwords.',
    }),
  },
  { additionalProperties: false },
)

/** `data`: `{ recent: [{ id, outcome, device, times, at }] }`. Nothing without any. */
export const SignInList = defineWidget<typeof Props>(
  'sign-in-list',
  function SignInList({ title, warning, data, id, level }) {
    const t = useText()
    const { language } = useScope()
    // The list of devices, which reads the same data, says if it can't be loaded.
    if (data?.status !== 'ready') return null
    const { recent } = data.value as { readonly recent: readonly SignIn[] }
    if (recent.length === 0) return null
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <ul className={css['rows']}>
          {recent.map(({ id: entry, outcome, device, times, at }) => (
            <li key={entry}>
              <Icon name={outcome === 'in' ? 'tick' : 'warning'} />
              <span className={css['what']}>
                <span>
                  {outcome === 'in' ? t('devices.in') : t('devices.wrong', { count: times })}
                </span>
                <span className="small mute">
                  {device ?? t('devices.unknown')}, {momentOf(at, language)}
                </span>
              </span>
            </li>
          ))}
        </ul>
        {recent.some(({ outcome }) => outcome === 'wrong') && <Note look="bad">{t(warning)}</Note>}
      </Card>
    )
  },
)
