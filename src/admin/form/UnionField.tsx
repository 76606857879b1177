/** A value of one of several kinds: first the kind, then its fields. */

import { useRef } from 'react'
import { isObject } from '#engine/documents/json.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { useForm } from './context.ts'
import { setAt } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './Form.module.css'
import { Members } from './Members.tsx'
import { branchName, branchOf, carryOver, kindOf, resolve } from './shape.ts'
import { useWords } from './words.ts'

export function UnionField({ field }: { field: FieldProps }) {
  const t = useText()
  const words = useWords()
  const { edit, Field } = useForm()
  const { at, value, base, schema, definitions, readOnly, label, compared } = field
  const branches = schema['anyOf'] as readonly Schema[]
  const chosen = branchOf(branches, value, definitions)
  // Switching back to a kind restores its previous value.
  const left = useRef(new Map<number, unknown>())
  const choose = (next: number) => {
    left.current.set(chosen, value)
    const again = left.current.has(next)
      ? left.current.get(next)
      : carryOver(branches[next]!, value, definitions)
    edit((document) => setAt(document, at, again))
  }
  const { schema: branch } = resolve(branches[chosen]!, definitions)
  const isMembers = kindOf(branch) === 'object' && isObject(value)
  const isConst = kindOf(branch) === 'const'
  const sameBranch = base !== undefined && branchOf(branches, base, definitions) === chosen
  const inner: FieldProps = {
    ...field,
    schema: branch,
    bare: true,
    hint: undefined,
    optional: false,
    compared: compared && sameBranch,
    bindable: false,
    lock: undefined,
  }
  return (
    <FieldFrame field={field} group quiet={!isMembers && !isConst}>
      {() => (
        <div className={css['nest']}>
          <SelectControl
            label={t('console.form.kindOf', { label })}
            disabled={readOnly}
            value={String(chosen)}
            choices={branches.map((each, index) => ({
              id: String(index),
              label: words.branch(branchName(each)),
            }))}
            onChange={(next) => choose(Number(next))}
          />
          {isMembers ? <Members field={inner} /> : !isConst && <Field {...inner} />}
        </div>
      )}
    </FieldFrame>
  )
}
