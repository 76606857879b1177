/** Builds the browser app, and serves it with hot reload in development. The server fills the page's template. */

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { consoleMantine } from './scripts/console-mantine.ts'
import { formDiet } from './scripts/form-diet.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const widgets = (...names: string[]) =>
  new RegExp(
    `[\\\\/]src[\\\\/]widgets[\\\\/](?:\\w+[\\\\/])?(?:${names.join('|')})\\.(?:tsx|ts|module\\.css|css)$`,
  )

/** The same with the parts of the engine that nothing else in the browser asks. */
const withEngine = (engine: readonly string[], ...names: string[]) =>
  new RegExp(
    `${widgets(...names).source}|[\\\\/]src[\\\\/]engine[\\\\/](?:\\w+[\\\\/])?(?:${engine.join('|')})\\.ts$`,
  )

type Graph = {
  readonly getModuleInfo: (id: string) => {
    readonly isEntry: boolean
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
  } | null
}

/** Does every way from a page of the app to this module lead through this folder? */
function isOnlyFor(folder: RegExp, id: string, graph: Graph): boolean {
  const way = new Set([id])
  let isAsked = false
  for (const each of way) {
    if (folder.test(each)) isAsked = true
    else {
      const info = graph.getModuleInfo(each)
      if (info === null || info.isEntry) return false
      for (const importer of [...info.importers, ...info.dynamicImporters]) way.add(importer)
    }
  }
  return isAsked
}

/** The console and whatever only the console uses, the editor of JSON by itself: none of it comes to a learner's phone. */
const CONSOLE = {
  debugName: 'console',
  name: (id: string, graph: Graph) =>
    isOnlyFor(/[\\/]src[\\/]admin[\\/]json[\\/](?!stringify|marks|places)/, id, graph)
      ? 'admin-editor'
      : isOnlyFor(/[\\/]src[\\/]admin[\\/](?!registry|types)/, id, graph)
        ? 'admin'
        : null,
}

/**
 * Which files come together. A page on a slow signal should ask for a handful of files, not for one a widget; and what
 * never changes (the libraries) stays in the browser when we change something.
 */
const CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|valtio|proxy-compare|swr|use-sync-external-store|dequal)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper/,
  },
  // The timed tasks, with their rules: on no phone before somebody opens one.
  {
    name: 'tasks',
    test: /src[\\/](?:tasks[\\/](?!registry)|engine[\\/](?:tasks[\\/]|scoring[\\/]timer))/,
  },
  {
    name: 'base',
    test: /src[\\/]app[\\/](?:api|cookies|store|preview|i18n|documents|monitoring)\.ts$|src[\\/]engine[\\/](?:\w+[\\/])?(?!theme|fitting|roles|form|section|redirect|record|profileform|wordsearch|mistakes|listcalls|events|vendorevents|errorreports|closeness|conditions|integrations|match|explainfit|quiz|quality|answervalue|consistency|steps|bands|levels|reports|reportshape|closenotes|strengthrows|standing|placing|reasons|subjects|guide|plain|draw|direction|ownorder|hidings|translate|cv|period|partsdone|intl|ago)[\w-]+\.tsx?$|src[\\/]widgets[\\/](?:\w+[\\/])?(?:Button|Icon|icons|Glyph|Walker|drawing|Note|Skeleton|Heading|Card|base|HomeBoard|TypeTile|problem|sheet)\.(?:tsx|ts|module\.css|css)$/,
  },
  {
    name: 'answers',
    test: /src[\\/]app[\\/](?:attempts|visitor|wanted|sync|outbox|pagecache|recall|pending|pendingbox|history|entries|favourites|interactions)\.ts$|src[\\/]engine[\\/]forms[\\/](?:sectionversion|formentries)\.ts$|node_modules[\\/]idb[\\/]/,
  },
  {
    name: 'signed-in',
    test: /src[\\/]app[\\/](?:SignedInFrame|crumbs|opened|comeback)|src[\\/]engine[\\/](?:scoring[\\/](?:match|explainfit|bands|reports|reportshape|standing)|documents[\\/](?:intl|ago)|cv[\\/]partsdone)\.ts$|src[\\/]widgets[\\/](?:\w+[\\/])?(?:AppFrame|OpenedOn|Columns|SideNav|BottomNav|NavList|UserMenu|Dialog|useBackCloses|LockDialog|PlanOffer|Breadcrumbs|RecordMissing|FocusFrame|framehead|Chip|NotReady|Trail|Scene|StateScene|entries|offer|planName|results|resultLine|dataOf|intl|Waiting|StripBoard|Match|CallToActionCard|HeartButton|LeaveDialog|usePeek|useAgain|CarryOn|Fold|savefile)\.(?:tsx|ts|module\.css)$/,
  },
  // What is sent from forms of accounts, plans and consents.
  {
    name: 'ways',
    test: /src[\\/]app[\\/](?:ways|intended|paying|guardian|personal)\.ts$|engine[\\/]decide[\\/]redirect\.ts$/,
  },
  {
    name: 'onboarding',
    test: withEngine(
      ['steps'],
      'StepTrail',
      'ConsentForm',
      'ConsentCard',
      'ActionButtons',
      'BeingBuilt',
      'SceneMessage',
    ),
  },
  {
    name: 'quiz',
    test: withEngine(
      ['quiz', 'quality', 'answervalue', 'consistency'],
      'Quiz',
      'QuizItem',
      'QuizRank',
      'pictures',
      'QuizRun',
      'QuizQuestion',
      'QuizFinish',
      'FinishBoard',
      'QuizStatus',
      'QuizPractice',
      'AnswerMark',
      'AssessmentIntro',
      'KeptAnswers',
      'KeptResult',
      'IntroFacts',
      'InstrumentFacts',
      'InstrumentFold',
      'useItemTime',
      'AlreadyTaken',
    ),
  },
  // What every report needs comes with the first; the rest with those that have more to show.
  {
    name: 'report',
    test: withEngine(
      ['levels', 'closeness', 'closenotes', 'reasons', 'translate'],
      'Report',
      'ResultCover',
      'ResultNotes',
      'ScoreBars',
      'Hexagon',
      'HexagonDrawing',
      'Tips',
      'FeatureOverlay',
      'InstrumentCard',
      'resultOf',
      'print',
    ),
  },
  {
    name: 'results',
    test: withEngine(
      ['strengthrows', 'placing'],
      'ScoreSliders',
      'StrengthList',
      'Lesson',
      'FacetPractice',
      'ValueWheel',
      'Axes',
      'Dials',
      'OpenPart',
      'LevelBars',
    ),
  },
  {
    name: 'careers',
    test: widgets(
      'Collection',
      'CollectionCards',
      'CollectionSearch',
      'CollectionSelects',
      'CollectionEmpty',
      'CollectionPager',
      'CollectionAround',
      'CollectionPaths',
      'collectionFilters',
      'Attribution',
      'CompareBar',
      'Compare',
      'FirstChoice',
      'Calendar',
    ),
  },
  // Cards and rows of records: on lists, on a record's own page, and on the home page of the profile.
  {
    name: 'records',
    test: widgets(
      'record',
      'RecordLinks',
      '(?<!forms[\\\\/])RecordRows',
      'RecordPicks',
      'RecordCard',
      'RecordActs',
      'ContentCard',
      'RecordPicture',
      'FieldDrawing',
      'longWords',
      'useFavourite',
      'useKeptList',
      'whyText',
      'useCompared',
      'LevelPath',
    ),
  },
  {
    name: 'record',
    test: widgets(
      'RecordCover',
      'RecordLink',
      'RecordReport',
      'RecordBoard',
      'ScoreCompare',
      'Facts',
      'LevelSteps',
      'RatedList',
      'TagList',
      'Question',
      'RecordText',
      'RecordMark',
      'Picture',
      'Checklist',
      'PageParts',
    ),
  },
  // Drawings of explorers and fields of work, and what is mostly drawing.
  {
    name: 'drawings',
    test: widgets(
      'FieldGlyph',
      'fieldShapes',
      'Shapes',
      'StopScene',
      'stopShapes',
      'stops',
      'PageCover',
      'CoverTypes',
      'MenuRoute',
      'Notice',
    ),
  },
  {
    name: 'subjects',
    test: withEngine(
      ['subjects'],
      'SetPicker',
      'SetPart',
      'SetFields',
      'SetTally',
      'setchoice',
      'useSetProblems',
    ),
  },
  {
    name: 'profile',
    test: new RegExp(
      `${widgets('NextUp', 'StatusList', 'StatusCards', 'StatusRows', 'StatusPath', 'statusEntries', 'ProfileProgress', 'AccountCard', 'DeviceList', 'SignIns', 'devices', 'ChoiceField', 'PlanCard', 'ProgressCard', 'ChoiceForm').source}|KeepSheet\\.module\\.css$`,
    ),
  },
  // Its styles come with those of the profile: each file more costs every first page its name.
  {
    name: 'factor',
    test: /src[\\/]app[\\/]factor\.ts$|src[\\/]widgets[\\/](?:account[\\/]KeepSheet\.tsx|parts[\\/]qr\.ts)$|node_modules[\\/](?:@simplewebauthn|uqr)[\\/]/,
  },
  { name: 'showcase', test: /src[\\/]widgets[\\/]showcase[\\/]/ },
  {
    name: 'files',
    test: widgets(
      'ShareLinks',
      'ShareRow',
      'FileImport',
      'FileContents',
      'FileChoice',
      'broughtfile',
      'brokenjson',
    ),
  },
  // Loaded after a form that has one.
  {
    name: 'guide',
    test: /src[\\/]widgets[\\/]forms[\\/](?:GuideAround\.tsx|Starters\.tsx|GuideHelp\.module\.css)$|engine[\\/]forms[\\/]guide\.ts$/,
  },
  { name: 'dialogs', test: widgets('PreviewRibbon', 'HelpDialog', 'SignInDialog') },
  // What a page of paper and the preview of a record share.
  { name: 'drawn', test: withEngine(['draw', 'direction', 'ownorder', 'hidings'], 'PaperText') },
  {
    name: 'paper',
    test: widgets(
      'Paper',
      'PaperParts',
      'PaperNext',
      'PaperLooks',
      'PaperHints',
      'PaperHistory',
      'PaperOrder',
      'paperprops',
      'usePaperEdits',
    ),
  },
  {
    name: 'plans',
    test: widgets('PlanComparison', 'PlanChoice', 'PlanTable', 'PlanLeg', 'planchoice'),
  },
  // Paying for a plan, or asking somebody to: on no phone that only redeems a code.
  {
    name: 'paying',
    test: widgets(
      'Order',
      'ReceiptField',
      'CouponField',
      'SumRows',
      'Statement',
      'AskToPay',
      'ShareLink',
      'PaymentState',
      'PaymentList',
      'paymentstate',
      'problemtext',
    ),
  },
  // Quizzes, games and payments alike.
  { name: 'again', test: widgets('usePolling', 'useOpening') },
  // With everything that they bring: a package left out would be a second chunk, and the two would import each other in a circle.
  // Lists in the profile and what can be chosen for them: on no phone before one is opened.
  {
    name: 'lists',
    test: /src[\\/]widgets[\\/]forms[\\/](?:SectionList|EntryPreview|Record[A-Z]\w+|Choose[A-Z]\w+|Chooser|GuideHelp(?=\.tsx)|useList|listwords)\.(?:tsx|ts|module\.css)$|src[\\/]app[\\/]records\.ts$|engine[\\/](?:forms[\\/](?:records|profileform|wordsearch|mistakes)|cv[\\/](?:cv|period))\.ts$/,
  },
  {
    name: 'forms',
    test: /node_modules[\\/](?:@rjsf|@mantine|@x0k|clsx|fast-equals|jsonpointer|lodash|nanoid|react-is)[\\/]|form-diet:|src[\\/]widgets[\\/]forms[\\/](?:SectionForm|Form[A-Z]\w+|form[a-z]+|choices|SectionResult|guidecontext|useDraft)\.(?:tsx|ts|module\.css|css)$|src[\\/]widgets[\\/]parts[\\/]Markdown\.tsx$|src[\\/]app[\\/]validators\.ts$|engine[\\/](?:forms[\\/](?:form\w+|section|conditions)|cv[\\/]plain)\.ts$/,
  },
] as const

/**
 * What everything is built on imports the libraries alone. Whatever else it would load imports it in turn: in such a
 * circle one of the two runs before what it needs is there, and no page starts.
 */
function baseFirst(): Plugin {
  return {
    name: 'tsela-base-first',
    apply: 'build',
    generateBundle(_options, bundle) {
      const nameOf = (file: string) => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? chunk.name : file
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name !== 'base') continue
        const others = chunk.imports
          .map(nameOf)
          .filter((name) => name !== 'libraries' && !name.includes('runtime'))
        if (others.length > 0)
          this.error(
            `the chunk "base" imports ${others.join(', ')}: give the module that does a place in CHUNKS, and leave it out of "base"`,
          )
      }
    },
  }
}

/** In development Vite serves the template itself: sensible values for what the server would fill in. */
function template(): Plugin {
  const values: Record<string, string> = {
    language: 'en',
    direction: 'ltr',
    appName: 'Tsela',
    viewport: 'width=device-width, initial-scale=1',
    icon: '<link rel="icon" href="/favicon.svg">',
    assets:
      '<script type="module" src="/src/app/boot.ts"></script><script type="module" src="/src/app/main.tsx"></script>',
  }
  return {
    name: 'tsela-template',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          /<!--tsela:(\w+)-->|%tsela:(\w+)%/g,
          (_whole, comment?: string, value?: string) => values[comment ?? value ?? ''] ?? '',
        ),
    },
  }
}

/**
 * Leaves the schemas of widgets' props out of the browser: the check and the editor read them, no page does. What only
 * they use goes with them, for `Type` is declared pure below.
 */
function withoutProps(): Plugin {
  return {
    name: 'tsela-without-props',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /src[\\/](?:widgets|tasks|admin)[\\/].*\.tsx$/ },
      handler(code) {
        const { body } = this.parse(code)
        const props = body.find(
          (node) =>
            node.type === 'ExportNamedDeclaration' &&
            node.declaration?.type === 'VariableDeclaration' &&
            node.declaration.declarations.some(
              ({ id }) => id.type === 'Identifier' && id.name === 'Props',
            ),
        )
        if (props === undefined) return null
        const left = (ranges: readonly { start: number; end: number }[]) =>
          [...ranges]
            .sort((x, y) => y.start - x.start)
            .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
        // Parts that only Props are made of go with them: a spread in them would keep the whole library.
        const parts = body.flatMap((node) => {
          if (node.type !== 'VariableDeclaration' || node.declarations.length !== 1) return []
          const { id, init } = node.declarations[0]!
          const isSchema =
            init?.type === 'CallExpression' &&
            init.callee.type === 'MemberExpression' &&
            init.callee.object.type === 'Identifier' &&
            init.callee.object.name === 'Type'
          return isSchema && id.type === 'Identifier'
            ? [{ name: id.name, start: node.start, end: node.end }]
            : []
        })
        const rest = left([props, ...parts])
        const unused = parts.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(rest))
        return { code: left([props, ...unused]), map: null }
      },
    },
  }
}

export default defineConfig({
  plugins: [react(), template(), consoleMantine(), formDiet(), withoutProps(), baseFirst()],
  // The server compares the page's origin with the host that it was asked under.
  server: {
    proxy: {
      '/api': {
        target: `http://127.0.0.1:${process.env['API_PORT'] ?? 4310}`,
        changeOrigin: false,
      },
    },
  },
  build: {
    outDir: at('./dist/client'),
    emptyOutDir: false,
    manifest: 'manifest.json',
    target: 'es2022',
    cssMinify: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: at('./src/app/main.tsx'), boot: at('./src/app/boot.ts') },
      // Meta-schemas of widgets are for the check and the editor; nothing in the browser reads them.
      treeshake: {
        manualPureFunctions: ['Type'],
        moduleSideEffects: [
          {
            test: /node_modules[\\/]typebox[\\/]|src[\\/]widgets[\\/]\w+[\\/](?:score|record|collection|compare)Props\.ts$/,
            sideEffects: false,
          },
        ],
      },
      // Short names: every file's stands in the first script, and nothing makes a hash smaller.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: [CONSOLE, ...CHUNKS] },
      },
    },
  },
})
