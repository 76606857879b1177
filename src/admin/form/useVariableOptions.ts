/** What a rule can look at, as options: about the person first, settings of the site last. */

import { aboutOf, inOrder, variablesIn } from '#engine/rules/rulechoices.ts'
import { useText } from '#engine/react/text.tsx'
import type { Option } from './Combo.tsx'
import { useRuleScope } from './context.ts'
import { useWords } from './words.ts'

export function useVariableOptions(): readonly Option[] {
  const t = useText()
  const words = useWords()
  const scope = useRuleScope()
  const variables = inOrder(variablesIn(scope))
  const isLong = variables.some(({ path }) => aboutOf(path) !== 'site')
  return variables.map(({ path }) => {
    const about = aboutOf(path)
    return {
      id: path,
      title: words.variable(path),
      under: t(`console.rule.about.${about}`),
      ...(isLong && about === 'site' && { rare: true as const }),
    }
  })
}
