/**
 * The rule for passwords as four stones: dotted at first, filled once they are met (spec 5, with
 * its exact messages).
 */

import { holdsRule, PASSWORD_RULES } from '#engine/forms/password.ts'
import { useText } from '#engine/react/text.tsx'
import css from './PasswordRules.module.css'

export function PasswordRules({ id, password }: { id: string; password: string }) {
  const t = useText()
  return (
    <ul className={css['rules']} id={id}>
      {PASSWORD_RULES.map((rule) => {
        const held = holdsRule(rule, password)
        return (
          <li key={rule} className={held ? css['held'] : undefined}>
            {t(`password.${rule}`)}
            {held && <span className="hidden-text"> {t('password.held')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
