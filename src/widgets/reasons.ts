/**
 * Facts about the vocabulary that are never drawn: why a widget type is used by one document only,
 * and which texts belong to which file. Read by tests/vocabulary.test.ts; no browser loads it.
 */

/**
 * Type -> why no second document needs it. A type that any other page could use doesn't belong
 * here.
 */
export const ONE_DOCUMENT: Readonly<Record<string, string>> = {
  compare: 'up to three records of any type; careers are the first with a call for several',
  dials: 'its needles need three scores of the same kind, and one report has them so far',
  hexagon: 'any six metrics may stand on one; the six interests are the only six so far',
  'keep-sheet': 'what is shown once, to be kept: the key and the codes of an account’s second lock',
  'level-bars': 'levels of timed tasks, which one report reads',
  'level-steps':
    'any level of a record; careers are the first kind of content with a page for each',
  'own-data': 'export and erasure of an account are offered in one place',
  'plan-card': 'an account has one plan, shown where the account is',
  'rated-list':
    'anything that a record rates; careers are the first kind of content with a page for each',
  'score-compare': 'any record with scores that people have too; only careers have them yet',
  'set-picker': 'any set by the rules of a curriculum; school subjects are the only such set yet',
  'theme-showcase': 'draws the vocabulary itself (spec 2, Theme showcase)',
}

/** Type -> why the theme showcase has no specimen of it. */
export const NO_SPECIMEN: Readonly<Record<string, string>> = {
  'keep-sheet': 'shows what the app holds for a moment, which an example has not',
  'kept-answers': 'draws nothing unless answers of a visitor are kept on the device',
  'login-error': 'draws nothing unless the address names an error',
  'page-action': 'acts when it opens: it signs out, or starts something',
  'provider-buttons': 'draws the sign-in services of the instance, of which there may be none',
  quiz: 'opens an attempt, whose answers are stored',
  'set-picker': 'needs the rules of a whole curriculum, which its own page has',
  'share-card': 'draws nothing unless the person has a result',
  'step-trail': 'draws nothing outside a flow; its stones are among the ways through the product',
  'timed-task': 'opens an attempt, and takes the whole page',
  specimens: 'is what specimens are in',
  'theme-showcase': 'is the showcase',
}

/**
 * Type without props -> why it has none. A page of the console is a single widget and doesn't
 * count.
 */
export const NO_PROPS: Readonly<Record<string, string>> = {
  'login-error':
    'the address names what went wrong with another service, and its words are those of signing in (spec 4)',
  'provider-buttons': 'which services there are, and what they are called, is in the configuration',
}

/** Type that no page uses -> why it is kept. */
export const UNUSED: Readonly<Record<string, string>> = {
  picture: 'for pictures that a tenant puts on its own pages; the product’s pages draw theirs',
  'progress-card': 'draws the preview of a brand in the console, and how far a page of a tenant is',
}

/** Groups of texts that belong to no page: default texts of parts that many widgets use. */
export const SHARED_TEXTS: readonly string[] = [
  'common',
  'built',
  'busy',
  'card',
  'error',
  'failure',
  'fatal',
  'form',
  'frame',
  'match',
  'password',
  'plan',
  'signIn',
  'simpleForm',
  'state',
  'upgrade',
]

/**
 * Group of texts -> the files that it was written for. In any other file it would be a page's text.
 */
export const OWN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  bringIn: ['FileChoice.tsx', 'FileContents.tsx', 'FileImport.tsx'],
  consent: ['ConsentCard.tsx', 'ConsentForm.tsx'],
  devices: ['DeviceList.tsx', 'SignIns.tsx'],
  instrument: ['InstrumentCard.tsx', 'InstrumentFacts.tsx', 'InstrumentFold.tsx'],
  intro: ['AssessmentIntro.tsx', 'CarryOn.tsx', 'IntroFacts.tsx', 'TaskIntro.tsx', 'usePeek.ts'],
  leave: ['LeaveDialog.tsx'],
  // The dialog for logging in again labels its field and button like the login page.
  login: ['Chrome.tsx'],
  ask: ['AskToPay.tsx', 'ShareLink.tsx'],
  order: ['CouponField.tsx', 'Order.tsx', 'ReceiptField.tsx'],
  payment: ['PaymentList.tsx', 'PaymentState.tsx'],
  plans: ['PlanChoice.tsx', 'PlanComparison.tsx', 'PlanTable.tsx'],
  maze: ['maze/Task.tsx', 'maze/game.tsx'],
  ownData: ['OwnData.tsx', 'personal.ts'],
  practice: ['QuizPractice.tsx', 'TaskRun.tsx'],
  preview: ['PreviewRibbon.tsx'],
  quiz: [
    'AlreadyTaken.tsx',
    'Quiz.tsx',
    'QuizFinish.tsx',
    'QuizItem.tsx',
    'QuizPractice.tsx',
    'QuizRank.tsx',
    'QuizRun.tsx',
    'QuizStatus.tsx',
    'SectionResult.tsx',
    'TaskRun.tsx',
    'TimedTask.tsx',
    'rock-paper-scissors/Task.tsx',
  ],
  research: ['QuizFinish.tsx', 'StatusPath.tsx', 'statusEntries.ts'],
  result: [
    'Dials.tsx',
    'FacetPractice.tsx',
    'LevelBars.tsx',
    'OpenPart.tsx',
    'ResultCover.tsx',
    'ResultNotes.tsx',
    'ScoreBars.tsx',
    'ScoreSliders.tsx',
    'Tips.tsx',
    'resultOf.ts',
  ],
  rock_paper_scissors: ['rock-paper-scissors/Task.tsx', 'rock-paper-scissors/game.tsx'],
  showcase: [
    'ShowcaseBasics.tsx',
    'ShowcaseButtons.tsx',
    'ShowcaseCards.tsx',
    'ShowcaseColors.tsx',
    'ShowcaseFields.tsx',
    'ShowcaseNav.tsx',
    'ThemeShowcase.tsx',
  ],
  share: ['ShareLinks.tsx', 'ShareRow.tsx'],
  sheet: ['KeepSheet.tsx'],
  signInAgain: ['SignInDialog.tsx'],
  stepTrail: ['StepTrail.tsx'],
  task: [
    'GameBar.tsx',
    'Paused.tsx',
    'TaskIntro.tsx',
    'TaskRun.tsx',
    'TimedTask.tsx',
    'maze/Task.tsx',
    'rock-paper-scissors/Task.tsx',
  ],
}
