/** A state, province or territory as the post writes it. */
export interface Region {
  readonly code: string
  readonly name: string
}

const parseRegions = (text: string): readonly Region[] =>
  text
    .trim()
    .split(/\s*[;\n]\s*/)
    .map((row) => ({ code: row.slice(0, row.indexOf(' ')), name: row.slice(row.indexOf(' ') + 1) }))

/** With the territories and the forces abroad: the Postal Service delivers there as it does at home. */
const unitedStates = parseRegions(`
  AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware
  DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas
  KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi
  MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York
  NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; PR Puerto Rico
  RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia
  WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming
  AS American Samoa; GU Guam; MP Northern Mariana Islands; VI US Virgin Islands
  AA Armed Forces Americas; AE Armed Forces Europe; AP Armed Forces Pacific`)

const canada = parseRegions(`
  AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador
  NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec
  SK Saskatchewan; YT Yukon`)

const australia = parseRegions(`
  ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland
  SA South Australia; TAS Tasmania; VIC Victoria; WA Western Australia`)

/** Regions to choose from; empty where addresses name none, or any text is taken. */
export const regionsOf = (country: string): readonly Region[] => {
  switch (country) {
    case 'US':
      return unitedStates
    case 'CA':
      return canada
    case 'AU':
      return australia
    default:
      return []
  }
}

const spellingsOf = (regions: readonly Region[]): ReadonlyMap<string, string> =>
  new Map(
    regions.flatMap(({ code, name }) => [
      [name.toLowerCase(), code] as const,
      [code.toLowerCase(), code] as const,
    ]),
  )

const codesBySpelling = new Map(
  [unitedStates, canada, australia].map((regions) => [regions, spellingsOf(regions)] as const),
)

/** `oregon`, `Oregon` or `or` → `OR`; other text passes through trimmed. */
export const regionCode = (country: string, region: string): string => {
  const wanted = region.trim().toLowerCase()
  return codesBySpelling.get(regionsOf(country))?.get(wanted) ?? region.trim()
}
