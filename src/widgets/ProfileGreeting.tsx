/** "Hello Naledi": the first line of the profile home. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading } from './Heading.tsx'
import css from './ProfileGreeting.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ProfileGreeting = defineWidget<typeof Props>('profile-greeting', function ProfileGreeting({ level }) {
  const t = useText()
  const profile = useScope().user?.profile ?? {}
  const name = [profile['nickname'], profile['firstName']].find((each) => typeof each === 'string' && each !== '')
  return (
    <Heading level={level} className={css['hello']}>
      {name === undefined ? t('profileHome.helloAll') : t('profileHome.hello', { name })}
    </Heading>
  )
})
