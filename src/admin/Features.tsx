/** Comes with a later step: until then the page says what it is for. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { PageHead } from './PageHead.tsx'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu'] })

export const Features = defineWidget<typeof Props>('console-features', function Features({ level }) {
  const t = useText()
  return <PageHead level={level} title={t('console.menu.features')} text={t('console.soon.features')} />
})
