import { ownValue } from '#shared/own-value.ts'
/** Runs of leading digits of the postal code, each with the region that they belong to: `970-979 OR`. */
const runsIn = (
  text: string,
): readonly { readonly from: number; readonly to: number; readonly region: string }[] =>
  text
    .trim()
    .split(/\s*[;\n]\s*/)
    .map((row) => {
      const [digits = '', region = ''] = row.split(' ')
      const [from = '', to = from] = digits.split('-')
      return { from: Number(from), to: Number(to), region }
    })

/** By the first three digits. The post's own lists; what belongs to no state of ours (forces abroad, Guam) is left out. */
const unitedStates = runsIn(`
  5 NY; 6-7 PR; 9 PR; 10-27 MA; 28-29 RI; 30-38 NH; 39-49 ME; 50-54 VT; 55 MA; 56-59 VT; 60-69 CT; 70-89 NJ
  100-149 NY; 150-196 PA; 197-199 DE; 200 DC; 201 VA; 202-205 DC; 206-219 MD; 220-246 VA; 247-268 WV; 270-289 NC
  290-299 SC; 300-319 GA; 320-339 FL; 341-342 FL; 344 FL; 346-347 FL; 349 FL; 350-369 AL; 370-385 TN; 386-397 MS
  398-399 GA; 400-427 KY; 430-459 OH; 460-479 IN; 480-499 MI; 500-528 IA; 530-549 WI; 550-567 MN; 569 DC
  570-577 SD; 580-588 ND; 590-599 MT; 600-629 IL; 630-658 MO; 660-679 KS; 680-693 NE; 700-714 LA; 716-729 AR
  730-732 OK; 733 TX; 734-749 OK; 750-799 TX; 800-816 CO; 820-831 WY; 832-838 ID; 840-847 UT; 850-865 AZ
  870-884 NM; 885 TX; 889-898 NV; 900-961 CA; 967-968 HI; 970-979 OR; 980-994 WA; 995-999 AK`)

/** By all four digits. */
const australia = runsIn(`
  200-299 ACT; 800-999 NT; 1000-2599 NSW; 2600-2618 ACT; 2619-2899 NSW; 2900-2920 ACT; 2921-2999 NSW; 3000-3999 VIC
  4000-4999 QLD; 5000-5999 SA; 6000-6999 WA; 7000-7999 TAS; 8000-8999 VIC; 9000-9999 QLD`)

/** By the first letter; the far north shares one. */
const canada: Readonly<Record<string, string>> = {
  A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON',
  R: 'MB', S: 'SK', T: 'AB', V: 'BC', Y: 'YT',
} // prettier-ignore

const inRuns = (runs: typeof australia, digits: string): string | null =>
  runs.find(({ from, to }) => Number(digits) >= from && Number(digits) <= to)?.region ?? null

/**
 * The region that a postal code lies in, so that a buyer need not choose it as well; null where the code does not say.
 * A few codes cross a border: whoever lives there can still choose.
 */
export const regionByZip = (country: string, zip: string): string | null => {
  const code = zip.trim().toUpperCase()
  switch (country) {
    case 'US':
      return /^\d{5}(-\d{4})?$/.test(code) ? inRuns(unitedStates, code.slice(0, 3)) : null
    case 'AU':
      return /^\d{4}$/.test(code) ? inRuns(australia, code) : null
    case 'CA':
      return (
        ownValue(canada, code.charAt(0)) ??
        (/^X0[ABC]/.test(code) ? 'NU' : code.startsWith('X') ? 'NT' : null)
      )
    default:
      return null
  }
}
