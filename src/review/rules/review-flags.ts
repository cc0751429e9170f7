import type { ReviewFlag } from './review.ts'

/** What a supplement may not be said to do, also by its buyers (21 CFR 101.93(g)): with a disease, or like a medicine. */
const healthClaims = new RegExp(
  [
    String.raw`\b(?:cur(?:e|es|ed|ing)|heal(?:s|ed|ing)?|treat(?:s|ed|ing|ment)?|prevent(?:s|ed|ing)?|diagnos\w*|remission)\b`,
    String.raw`\b(?:disease|syndrome|disorder|infection|medicines?|medications?|antibiotics?|prescriptions?)\b`,
    String.raw`\b(?:ibs|ibd|sibo|crohn\w*|colitis|celiac|gerd|acid reflux|ulcers?|eczema|psoriasis|rosacea|acne)\b`,
    String.raw`\b(?:bv|vaginosis|thrush|candida|yeast|utis?|cystitis|diabet\w*|cancer|depress\w*|anxiety|adhd|autis\w*)\b`,
    String.raw`\b(?:migraines?|arthritis|allerg\w*|asthma|hypertension|cholesterol|infertil\w*)\b`,
  ].join('|'),
  'iu',
)

/** An email, an address of the web, or a number to call. */
const contactDetails =
  /[^\s@]+@[^\s@]+\.\w|https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|io|shop)\b|(?:\+?\d[\s().-]{0,2}){9,}/iu

interface ReviewText {
  readonly title: string
  readonly text: string
  readonly name: string
}

/** What a review is marked with for staff; `isProfane` knows the words of the language. */
export const flagsOf = (
  { title, text, name }: ReviewText,
  isProfane: (text: string) => boolean,
): readonly ReviewFlag[] => {
  const all = `${title}\n${text}\n${name}`
  return [
    ...(isProfane(all) ? ['profanity' as const] : []),
    ...(healthClaims.test(all) ? ['health-claim' as const] : []),
    ...(contactDetails.test(all) ? ['contact-details' as const] : []),
  ]
}
