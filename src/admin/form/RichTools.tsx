/** Bold, slant, underline, struck out and lists: the tags that a page can show, and no others. */

import { Rich, useText } from '#engine/react/text.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import css from './Words.module.css'
import { wrapText, type RichTag } from './richtext.ts'

const TOOLS: readonly { readonly tag: RichTag; readonly sign: string }[] = [
  { tag: 'b', sign: 'B' },
  { tag: 'i', sign: 'I' },
  { tag: 'u', sign: 'U' },
  { tag: 's', sign: 'S' },
  { tag: 'ul', sign: '•' },
  { tag: 'ol', sign: '1.' },
  { tag: 'p', sign: '¶' },
]

export function RichTools({
  control,
  language,
  text,
  onChange,
}: {
  /** Id of the text area that they act on. */
  control: string
  language: string
  text: string
  onChange: (text: string) => void
}) {
  const t = useText()
  const act = (tag: RichTag) => {
    const area = document.getElementById(control)
    if (!(area instanceof HTMLTextAreaElement)) return
    const done = wrapText(text, area.selectionStart, area.selectionEnd, tag)
    onChange(done.text)
    // The same words stay selected, so that another tool can follow.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(done.from, done.to)
    })
  }
  return (
    <>
      <div
        className={css['tools']}
        role="toolbar"
        aria-label={t('console.words.tools', { language })}
        data-tools
      >
        {TOOLS.map(({ tag, sign }) => (
          <IconButton key={tag} label={t(`console.words.tag.${tag}`)} onClick={() => act(tag)}>
            <span className={css[tag]} aria-hidden="true">
              {sign}
            </span>
          </IconButton>
        ))}
      </div>
      {/[<>]/.test(text) && (
        <div className={css['drawn']} aria-hidden="true">
          <Rich>{text}</Rich>
        </div>
      )}
    </>
  )
}
