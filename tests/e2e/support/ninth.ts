/** A ninth explorer as a tenant would make it in the console: its words, and the file of its records. */

export const TEXTS = {
  en: {
    many: 'Driving schools',
    one: 'Driving school',
    search: 'Search driving schools',
    codes: 'Licence codes',
    codeList: 'Code 8\nCode 10',
    town: 'Town',
    website: 'Website',
  },
  af: {
    many: 'Bestuurskole',
    one: 'Bestuurskool',
    codes: 'Lisensiekodes',
    codeList: 'Kode 8\nKode 10',
    town: 'Dorp',
    website: 'Webwerf',
  },
} as const

export const CSV = [
  'Name;Licence codes;Town;Website',
  'Môreson Driving;code-8|code-10;Paarl;https://moreson.example.org',
  '"Ace ""Wheels"" Academy";Code 8;Polokwane;',
  '=Fast Lane;code-8;Durban;https://fast.example.org',
].join('\r\n')
