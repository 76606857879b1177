/**
 * A link to a record's own website, with the name of the site and what to know before opening it;
 * or a button that dials its phone number.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import button from '#widgets/parts/Button.module.css'
import { Icon } from '#widgets/parts/Icon.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Path, Sentence } from './recordProps.ts'
import { textOf, useSentence } from './record.ts'
import css from './RecordLink.module.css'

export const Props = Type.Object(
  {
    path: Path,
    text: Type.String({
      'x-ref': 'text',
      description: 'On the link: {{site}} is the name of the site, or the phone number.',
    }),
    label: Type.Optional(
      Type.String({
        description: 'Path of another label, if the record has one.',
        maxLength: 120,
      }),
    ),
    hint: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Beside the name of the site: {{site}}.' }),
    ),
    look: Type.Optional(
      Type.Enum(['link', 'button'], {
        description: 'A button is the next step of the page: at most one. Default link.',
      }),
    ),
    checked: Type.Optional({
      ...Sentence,
      description: 'Said instead of the hint by a record that has its values.',
    }),
  },
  { additionalProperties: false },
)

export const RecordLink = defineWidget<typeof Props>(
  'record-link',
  function RecordLink({ path, text, label, hint, look, checked, data }) {
    const t = useText()
    const sentence = useSentence()
    const address = textOf(valueOf(data), path)
    const number = phoneOf(address)
    if (number !== null)
      return (
        <p className={css['link']}>
          <a className={css['call']} href={`tel:${number}`}>
            <Icon name="phone" size="s" />
            {t(text, { site: address })}
          </a>
        </p>
      )
    const site = siteOf(address)
    if (site === null) return null
    const said =
      (checked === undefined ? null : sentence(valueOf(data), checked)) ??
      (hint === undefined ? null : t(hint, { site }))
    return (
      <p className={css['link']}>
        <a
          className={look === 'button' ? `${button['button']} ${button['step']}` : undefined}
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <Icon name="globe" size="s" />
          {(label !== undefined && textOf(valueOf(data), label)) || t(text, { site })}
        </a>
        {said !== null && <span className="small mute">{said}</span>}
      </p>
    )
  },
)

/** @returns as it is dialled; null if it isn't a phone number */
function phoneOf(address: string): string | null {
  if (!/^\+?\d[\d -]{1,20}\d$/.test(address)) return null
  return address.replace(/[ -]/g, '')
}

/** @returns null if it isn't a web address: a record may contain anything */
function siteOf(address: string): string | null {
  if (!/^https?:\/\//.test(address)) return null
  try {
    return new URL(address).hostname.replace(/^www\./, '')
  } catch {
    return null
  }
}
