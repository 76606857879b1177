/** A readable name for a rule's variable; its path if there is none. */

import { useTranslation } from 'react-i18next'
import { variableWords } from '#engine/rules/rulewords.ts'
import { readOut } from '#admin/parts/readout.ts'

export function useVariableWords(): (variable: string) => string {
  const { t, i18n } = useTranslation()
  return (variable) => {
    const found = variableWords(variable).find(({ key }) => i18n.exists(`console.var.${key}`))
    return found === undefined
      ? variable
      : t(`console.var.${found.key}`, { name: readOut(found.name) })
  }
}
