/** What fields and words read where no form of a document is around them. */

import type { Names } from '#engine/contract/admincontract.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import type { FormContextValue } from './context.ts'
import { FieldView } from './FieldView.tsx'
import { scopesOf } from './scopes.ts'

function nothing(): void {
  // Nothing folds here, and what is changed goes another way.
}

export function readingContext(names: Names, kind: Kind): FormContextValue {
  return {
    Field: FieldView,
    names,
    book: undefined,
    widgets: {},
    ...scopesOf(names, { kind }, []),
    sources: [],
    problems: [],
    open: new Map(),
    toggle: nothing,
    edit: nothing,
    renamed: nothing,
    keyOf: (at) => at,
    say: nothing,
    added: null,
    begin: nothing,
    goTo: nothing,
  }
}
