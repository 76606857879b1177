/**
 * Hostile strings: what browsers, template languages and careless code have been tricked into
 * running. Each calls a function with its own number, so that a failure names the string that got
 * through.
 */

const PAYLOAD_COUNT = 300

/**
 * The call, written `@` below. `ran` is the test's own; a dialog works even if everything else has
 * been removed.
 */
const CALLS: readonly ((n: number) => string)[] = [
  (n) => `ran(${n})`,
  (n) => `alert(${n})`,
  (n) => `top.ran(${n})`,
]

const SCRIPTS = [
  '<script>@</script>',
  '<ScRiPt>@</sCrIpT >',
  '<script/x>@</script>',
  '<script src="data:text/javascript,@"></script>',
  '<script type=module>@</script>',
  '<script>@//',
  '<scr<script>ipt>@</scr</script>ipt>',
  '<svg><script>@</script></svg>',
  '<svg><script href="data:text/javascript,@" />',
  '<math><script>@</script></math>',
  '<template><script>@</script></template>',
  '</title><script>@</script>',
  '</textarea><script>@</script>',
  '</style><script>@</script>',
  '</script><script>@</script>',
  '--><script>@</script>',
  ']]><script>@</script>',
  '<!--<script>@</script>-->',
  '<![CDATA[<script>@</script>]]>',
  '<!DOCTYPE x [<!ENTITY y "<script>@</script>">]>&y;',
] as const

const HANDLERS = [
  '<img src=x onerror=@>',
  '<img src="x" onerror="@">',
  '<img/src=x/onerror=@>',
  '<IMG SRC=x ONERROR=@>',
  '<img src=x onerror=@//',
  '<img src=`x`onerror=@>',
  '<img src=x:x onerror\n=\n@>',
  '<image src=x onerror=@>',
  '<img srcset=x onerror=@>',
  '<svg onload=@>',
  '<svg/onload=@>',
  '<svg><animate onbegin=@ attributeName=x dur=1s>',
  '<svg><set onbegin=@ attributeName=x>',
  '<svg><image href=x onerror=@>',
  '<svg><foreignObject><img src=x onerror=@></foreignObject></svg>',
  '<svg><a href="javascript:@"><text y=9>x</text></a></svg>',
  '<svg><style><img src=x onerror=@></style></svg>',
  '<body onload=@>',
  '<video src=x onerror=@>',
  '<video><source onerror=@></video>',
  '<audio src=x onerror=@>',
  '<input autofocus onfocus=@>',
  '<textarea autofocus onfocus=@>',
  '<a autofocus tabindex=1 onfocus=@>x</a>',
  '<details open ontoggle=@>',
  '<marquee onstart=@>x</marquee>',
  '<p style=animation:x onanimationstart=@>',
  '<object data=x onerror=@>',
  '<link rel=stylesheet href=x onerror=@>',
  '<style onload=@></style>',
  '<iframe onload=@></iframe>',
] as const

const FRAMES = [
  '<iframe src="javascript:parent.@"></iframe>',
  '<iframe srcdoc="<script>parent.@</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.@&gt;"></iframe>',
  '<iframe src="data:text/html,<script>@</script>"></iframe>',
  '<object data="data:text/html,<script>@</script>"></object>',
  '<object data="javascript:@"></object>',
  '<embed src="javascript:@">',
  '<form action="javascript:@"><button>x</button></form>',
  '<button form=x formaction="javascript:@">x</button>',
] as const

const LINKS = [
  'javascript:@',
  'JaVaScRiPt:@',
  ' javascript:@',
  'java\tscript:@',
  '\u0001javascript:@',
  'javascript&colon;@',
  '&#106;avascript:@',
  'javascript://%0a@',
  'vbscript:@',
  'data:text/html,<script>@</script>',
  'data:image/svg+xml,<svg onload=@>',
  '//evil.test/?@',
  '<a href="javascript:@">x</a>',
  '<a href="java&#10;script:@">x</a>',
  '<a href=javascript&colon;@>x</a>',
  '[x](javascript:@)',
  '[x](data:text/html,<script>@</script>)',
  '![x](x"onerror="@)',
  '![x](javascript:@)',
  '<javascript:@>',
  '[x]: javascript:@',
  '[x](<javascript:@>)',
  '`<img src=x onerror=@>`',
] as const

const BREAKING = [
  '" onfocus=@ autofocus x="',
  "' onfocus=@ autofocus x='",
  '"><img src=x onerror=@>',
  "'><img src=x onerror=@>",
  '`><img src=x onerror=@>',
  '" style="x:expression(@)',
  '";@;//',
  "';@;//",
  '`;@;//',
  '\\";@;//',
  '</p><img src=x onerror=@>',
  '<p onclick=@>x</p>',
  '<b onpointerover=@>x</b>',
  '<b/onpointerrawupdate=@>x</b>',
  '<p><img src=x onerror=@></p>',
  '<b><script>@</script></b>',
  '<strong title="<img src=x onerror=@>">',
] as const

const TEMPLATES = [
  '{{@}}',
  '{{- @}}',
  '{{{@}}}',
  "{{constructor.constructor('@')()}}",
  '${@}',
  '#{@}',
  '<%= @ %>',
  '$t(@)',
  '[[@]]',
  '{@}',
  '{"__html":"<img src=x onerror=@>"}',
  '{"dangerouslySetInnerHTML":{"__html":"<svg onload=@>"}}',
] as const

const CHARACTERS = [
  '&lt;img src=x onerror=@&gt;',
  '&#60;img src=x onerror=@&#62;',
  '&#x3c;svg onload=@&#x3e;',
  '&amp;lt;svg onload=@&amp;gt;',
  '\\u003csvg onload=@\\u003e',
  '\\x3csvg onload=@\\x3e',
  '%3Csvg onload=@%3E',
  '+ADw-script+AD4-@+ADw-/script+AD4-',
  '\uff1cscript\uff1e@\uff1c/script\uff1e',
  '\u202e<img src=x onerror=@>\u202c',
  '\ufeff<script>@</script>',
  '<img\u00a0src=x\u00a0onerror=@>',
  '<svg\u2028onload=@>',
  '<\u017fcript>@</\u017fcript>',
  '\u02ba><svg onload=@>',
] as const

/** What parsers interpret differently. */
const MUTATING = [
  '<math><mtext><table><mglyph><style><img src=x onerror=@>',
  '<svg></p><style><a id="</style><img src=x onerror=@>">',
  '<noscript><p title="</noscript><img src=x onerror=@>">',
  '<noembed><img title="</noembed><img src=x onerror=@>">',
  '<xmp><p title="</xmp><svg onload=@>">',
  '<select><template><img src=x onerror=@></template>',
  '<table><td background="javascript:@">',
  '<x xmlns="http://www.w3.org/1999/xhtml"><img src=x onerror=@></x>',
] as const

const FORMS = [
  ...SCRIPTS,
  ...HANDLERS,
  ...FRAMES,
  ...LINKS,
  ...BREAKING,
  ...TEMPLATES,
  ...CHARACTERS,
  ...MUTATING,
]

/** Each by its number. */
export const PAYLOADS: readonly string[] = Array.from({ length: PAYLOAD_COUNT }, (_, n) => {
  const call = CALLS[Math.floor(n / FORMS.length) % CALLS.length]!
  return FORMS[n % FORMS.length]!.replaceAll('@', () => call(n))
})

/** The numbers of the payloads that are in a text, whole or in part. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?:ran|alert)\((\d+)\)/g)].map(([, n]) => Number(n))
}

/** As many as fit, in order, into texts of these lengths; each of them is in one. */
export function packed<Field extends string>(
  most: Readonly<Record<Field, number>>,
  payloads: readonly string[] = PAYLOADS,
): Record<Field, string>[] {
  const fields = Object.entries(most) as [Field, number][]
  const longest = Math.max(...fields.map(([, length]) => length))
  const waiting = payloads.filter(({ length }) => length <= longest)
  if (waiting.length < payloads.length) throw new Error('a payload is longer than any of the texts')
  const rounds: Record<Field, string>[] = []
  while (waiting.length > 0) {
    const fill = (length: number): string => {
      let text = ''
      for (;;) {
        const next = waiting.findIndex((payload) => text.length + 1 + payload.length <= length)
        if (next < 0) return text.trimStart() === '' ? 'x' : text.slice(1)
        text += ` ${waiting.splice(next, 1)[0]!}`
      }
    }
    rounds.push(
      Object.fromEntries(fields.map(([field, length]) => [field, fill(length)])) as Record<
        Field,
        string
      >,
    )
  }
  return rounds
}
