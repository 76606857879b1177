/** The words that a tenant has agreed on, by language. For those who write and translate alone. */

import Type from 'typebox'
import { envelope, list, Id, Opt, strict } from './members.ts'

const Word = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })

export const GlossaryKind = envelope('glossary', {
  terms: list(
    Type.Object(
      {
        id: Id,
        meaning: Opt(
          Type.String({
            maxLength: 300,
            description: 'What it means here: a note for translators.',
          }),
        ),
        words: Type.Record(
          Type.String({ pattern: '^[a-z]{2,3}([-_][A-Z]{2})?$' }),
          Type.Object(
            {
              preferred: Type.String({
                minLength: 1,
                maxLength: 80,
                pattern: '\\S',
                description: 'The word that texts in this language should have for it.',
              }),
              forms: Opt(
                Type.Array(Word, {
                  maxItems: 20,
                  description:
                    'Counted as the same word, such as a plural that begins differently.',
                }),
              ),
              avoid: Opt(
                Type.Array(Word, {
                  maxItems: 20,
                  description: 'Words for it that texts in this language shouldn’t have.',
                }),
              ),
            },
            strict,
          ),
          { 'x-names': 'locale' },
        ),
      },
      strict,
    ),
    { maxItems: 500 },
  ),
})
