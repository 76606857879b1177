/** Where the facts of careers come from; the whole sentence that the licence asks for is one tap away. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import css from './Attribution.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const Attribution = defineWidget<typeof Props>('attribution', function Attribution() {
  const t = useText()
  return (
    <details className={`tiny mute ${css['source']}`}>
      <summary>{t('attribution.short')}</summary>
      <p>{t('attribution.onet')}</p>
    </details>
  )
})
