/** The page /logout: logs out as soon as it is there. */

import Type from 'typebox'
import { useEffect, useEffectEvent } from 'react'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Skeletons } from './Skeleton.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

export const SignOut = defineWidget<typeof Props>('sign-out', function SignOut() {
  const t = useText()
  const leave = useEffectEvent(useAction<void, unknown>('logout'))
  useEffect(() => void leave(), [])
  return <Skeletons looks={['half', 'line']} label={t('common.loading')} />
})
