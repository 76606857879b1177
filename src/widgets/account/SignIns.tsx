/** Recent sign-ins and wrong passwords of an account, and what to do if they weren't one's own. */

import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { momentOf, type SignIn } from './devices.ts'
import css from './DeviceList.module.css'

type Props = {
  /** Of its heading. */ id: string
  title: string
  /** Shown below if there were wrong passwords. */ warning: string | undefined
  recent: readonly SignIn[]
  level: Level
}

export function SignIns({ id, title, warning, recent, level }: Props) {
  const t = useText()
  const { language } = useScope()
  const wasWrong = recent.some(({ outcome }) => outcome === 'wrong')
  return (
    <Card labelledBy={id}>
      <Heading level={inCard(level)} id={id}>
        {t(title)}
      </Heading>
      <ul className={css['rows']}>
        {recent.map(({ id: entry, outcome, how = null, device, times, at }) => (
          <li key={entry}>
            <Icon name={outcome === 'in' ? 'tick' : 'warning'} />
            <span className={css['what']}>
              <span>
                {outcome === 'in'
                  ? t(how === null ? 'devices.in' : `devices.how.${how}`)
                  : t(how === null ? 'devices.wrong' : 'devices.wrongCode', { count: times })}
              </span>
              <span className="small mute">
                {device ?? t('devices.unknown')}, {momentOf(at, language)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {wasWrong && warning !== undefined && <Note look="bad">{t(warning)}</Note>}
    </Card>
  )
}
