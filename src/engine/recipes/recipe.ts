/**
 * A recipe turns a small filled-in form into the documents that belong together: a page with its
 * address and its menu entry, an assessment with its key and its report. It is data (the steps, and
 * what each of them asks) over one pure function (the documents that come of it), so that the
 * console draws every recipe alike and the server writes what the preview showed.
 */

import type { Static, TSchema } from 'typebox'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument, NodeDocument } from '#engine/documents/kinds.ts'

/** What somebody typed, in each language. */
export type Words = Readonly<Record<string, string>>

/** What there is already. */
export type RecipeContext = {
  readonly catalog: Catalog
  /** The languages that words are typed in, the tenant's own first. */
  readonly languages: readonly string[]
  /** Those of them that may lack words: learners get the tenant's own instead. */
  readonly partial?: readonly string[]
  /** Id of the tenant's configuration. */
  readonly config: string
}

/** A choice that depends on the documents, in words. */
export type Choice = { readonly id: string; readonly label: string }

/**
 * Where choices come from: fixed ones, whose words are the console's; those of the documents; or
 * what was typed in another field of the form.
 */
export type ChoicesFrom =
  | { readonly fixed: readonly string[] }
  | { readonly from: Source }
  /** The rows of a field above this one whose type is among these. */
  | { readonly earlier: readonly string[] }
export type Source =
  | 'routes'
  | 'menus'
  | 'icons'
  | 'plans'
  | 'countries'
  | 'answers'
  | 'reports'
  | 'tongues'

type Common = {
  readonly id: string
  readonly optional?: true
  /** Several recipes ask it in the same words. */
  readonly shared?: true
  /** What a new row has here. */
  readonly start?: string
  /** Below the label, in words of the console. */
  readonly hint?: true
  /** Asked only while another field of the same form or row has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly (string | boolean)[] }
}
export type RecipeField = Common &
  (
    | { readonly type: 'words' }
    /** Several lines, of which paragraphs are made. */
    | { readonly type: 'long' }
    /**
     * One thing a line, and as many lines in every language. `table`: what is pasted from a table
     * may have the row that each line belongs to in its second column, and a mark in its third.
     */
    | {
        readonly type: 'lines'
        readonly table?: { readonly rows: string; readonly sorting: string }
      }
    /** An address of this site, made of another field until it is typed. */
    | { readonly type: 'path'; readonly made: string }
    | { readonly type: 'choice'; readonly choices: ChoicesFrom; readonly look?: 'all' }
    | { readonly type: 'several'; readonly choices: ChoicesFrom; readonly look?: 'all' }
    | { readonly type: 'yesno' }
    | { readonly type: 'number' }
    | {
        readonly type: 'picture'
        /** The field that says what it shows. */ readonly words?: string
      }
    | {
        readonly type: 'rows'
        readonly fields: readonly RecipeField[]
        readonly least: number
        readonly most: number
      }
    /** Which of some rows each line belongs to, and whether it counts the other way round. */
    | { readonly type: 'sorting'; readonly lines: string; readonly rows: string }
  )

export type RecipeStep = { readonly id: string; readonly fields: readonly RecipeField[] }

/** What is wrong with a field; the words are `console.recipes.fault.<code>`. */
export type Fault = {
  /** Pointer into the form; a row is named by its id. */
  readonly at: string
  readonly code: FaultCode
  readonly values?: Readonly<Record<string, string | number>>
}
export type FaultCode =
  | 'missing'
  | 'missingIn'
  | 'markup'
  | 'figure'
  | 'taken'
  | 'badPath'
  | 'unequal'
  | 'few'
  | 'many'
  | 'unsorted'
  | 'emptyScale'
  | 'range'
  | 'unknown'
  | 'twice'
  | 'broken'
  | 'fewItems'

/** What a preview draws: nodes as on a page, with example data by name. */
export type Sketch = {
  readonly id: string
  readonly nodes: readonly NodeDocument[]
  readonly data?: Readonly<Record<string, unknown>>
}

export type Written = {
  readonly faults: readonly Fault[]
  /** What could be better, and stops nobody. */
  readonly hints: readonly Fault[]
  /** New documents and changed ones, the texts included. Only without faults are they sound. */
  readonly documents: readonly AnyDocument[]
  /** Names of those that are new. */
  readonly made: readonly string[]
  /** Language -> key -> words. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly sketch: readonly Sketch[]
  /** Where learners find what was made. */
  readonly path: string | null
}

/** What a browser needs of a recipe to ask; what comes of it is the server's business. */
export type Outline = {
  readonly id: string
  readonly icon: string
  readonly steps: readonly RecipeStep[]
  readonly empty: object
}

export type Recipe<Form extends TSchema = TSchema> = Outline & {
  /** The shape of the filled-in form; what is inside it is the function's business. */
  readonly form: Form
  readonly empty: Static<Form>
  // A method: every recipe is kept in one list, and gets forms of its own shape alone.
  write(form: Static<Form>, context: RecipeContext): Written
}
