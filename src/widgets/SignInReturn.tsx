/** The page /auth-callback: another provider has sent somebody back; find out who they are and go on (spec 2). */

import Type from 'typebox'
import { useEffect, useEffectEvent } from 'react'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Skeletons } from './Skeleton.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

export const SignInReturn = defineWidget<typeof Props>('sign-in-return', function SignInReturn() {
  const t = useText()
  const arrive = useEffectEvent(useAction<void, unknown>('auth.arrive'))
  useEffect(() => void arrive(), [])
  return <Skeletons looks={['half', 'line']} label={t('common.loading')} />
})
