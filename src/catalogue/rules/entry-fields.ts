import { shopCurrencies } from '#shared/shop-currency.ts'
import { brand } from '#shared/brand.ts'

/** How a field of an entry is typed: a text, one that may be empty, a whole number, yes or no, several words. */
export type FieldKind = 'text' | 'optional' | 'long' | 'whole' | 'whole-or-none' | 'number' | 'flag' | 'words'

/** A field of an entry as a form has it; its name is its path in the document: `plan.prices.USD`. */
export interface EntryField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly hint?: string
  /** What an existing plan keeps, because subscriptions rely on it. */
  readonly isFixed?: boolean
}

export interface FieldGroup {
  readonly title: string
  /** All of it is left out when all of it is empty. */
  readonly part?: 'bonusProduct' | 'upsell' | 'crossSell'
  readonly isPlan?: boolean
  readonly fields: readonly EntryField[]
}

const field = (name: string, label: string, kind: FieldKind, more: Partial<EntryField> = {}): EntryField => ({
  name,
  label,
  kind,
  ...more,
})

export const pricePrefix = 'plan.prices.'

const prices = shopCurrencies.map((code) => field(`${pricePrefix}${code}`, code, 'optional'))

const plan: readonly EntryField[] = [
  field('plan.product', 'Product', 'text', { isFixed: true, hint: 'Its number in small letters: tea-01.' }),
  field('plan.name', 'Name on orders', 'text', {
    hint: 'The product, then what it is after a comma: TEA-01 Winter Tea, refill, 1 month.',
  }),
  field('plan.intervalMonths', 'Months between orders', 'whole-or-none', {
    isFixed: true,
    hint: 'Empty: bought once.',
  }),
  field('plan.isSrp', 'A refill', 'flag', { isFixed: true }),
  field('plan.renewsAs', 'Renews as', 'optional', { hint: 'The code of a refill; empty when bought once.' }),
  field('plan.autoCouponCode', 'Coupon that comes with it', 'optional'),
  field('plan.maxQuantity', 'Most in one cart', 'whole'),
  field('plan.supplyDays', 'Days it lasts', 'whole'),
  field('plan.capsules', 'Pieces in it', 'whole', { hint: 'Capsules or sticks.' }),
  field('plan.stock.product', 'Stock it is taken from', 'text'),
  field('plan.stock.quantity', 'Units of stock it takes', 'whole'),
  field('plan.preorderNote', 'Note when it ships later', 'optional'),
  field('plan.soldAlone', 'Sold by itself', 'flag'),
  field('plan.refusedCountries', 'Not sold to', 'words', { hint: 'Codes of countries: CA, GB.' }),
  field('plan.image', 'Picture in lists', 'text'),
  field('plan.sort', 'Place in lists', 'whole'),
]

export const rulesPrefix = 'plan.rules.'
const discountPrefix = `${rulesPrefix}bundle.discounts.`

const rules: readonly EntryField[] = [
  field('plan.rules.isGift', 'Bought for someone else', 'flag', {
    hint: 'Its recipient is named in the cart.',
  }),
  field('plan.rules.bringsGift', 'Plan that comes free with it', 'optional', {
    hint: 'The code of a plan that is not sold by itself.',
  }),
  field('plan.rules.offeredCoupon', 'Hidden coupon that it brings', 'optional', {
    hint: 'For visitors who were offered it; it counts beside their own code.',
  }),
  field('plan.rules.upsellCountries', 'Added to carts only in', 'words', {
    hint: 'Codes of countries; empty: in every one.',
  }),
  field('plan.rules.shipsFreeAbroad', 'Free shipping to other countries', 'flag'),
  field('plan.rules.listings', 'Listings for partners', 'words', {
    hint: 'The name of a listing and the place in it: partner:3.',
  }),
  field('plan.rules.bundle.code', 'Bundle: its code', 'optional', {
    hint: 'An entry without a plan that puts several of this plan into the cart.',
  }),
  field('plan.rules.bundle.quantity', 'Bundle: how many', 'whole-or-none'),
  ...shopCurrencies.map((code) => field(`${discountPrefix}${code}`, `Bundle: ${code} off`, 'optional')),
]

export const aboutPrefix = 'plan.about.'

const about: readonly EntryField[] = [
  field('plan.about.page', 'Address of its page', 'optional'),
  field('plan.about.shortName', 'Name in the footer', 'optional'),
  field('plan.about.audience', 'Who it is for', 'optional'),
  field('plan.about.pieces', 'What is counted', 'optional', {
    hint: 'Capsules or sticks, in small letters.',
  }),
  field('plan.about.jar', 'Picture of its jar', 'optional'),
  field('plan.about.packet', 'Picture of a refill', 'optional'),
  field('plan.about.tone', 'Background of its pictures', 'optional', { hint: 'ds, pds or vs.' }),
  field('plan.about.thanks', 'Picture that thanks for an order', 'optional'),
  field('plan.about.hasGauge', 'Its jar shows how much is left', 'flag'),
  field('plan.about.hidesQuiz', 'No banner of the quiz on its pages', 'flag'),
  field('plan.about.gift.code', 'Free gift: its code', 'optional'),
  field('plan.about.gift.picture', 'Free gift: its picture', 'optional'),
  field('plan.about.gift.name', 'Free gift: what it is', 'optional'),
]

const shown: readonly EntryField[] = [
  field('name', 'Name on pages', 'text'),
  field('srp0PdpDescription', 'Description', 'long'),
  field('pdpUrl', 'Address of its page', 'text'),
  field('cartImage', 'Picture', 'text'),
  field('numCapsules', 'Pieces on pages', 'whole'),
  field('supplyLengthInDays', 'Days on pages', 'whole'),
  field('supplyLengthInMonths', 'Months on pages', 'number'),
  field('couponOverrideMessage', 'Message instead of coupons', 'optional'),
  field('survey', 'Onboarding survey', 'optional', { hint: 'For products that no survey names itself.' }),
  field('cmsContentType', 'Type of its content', 'text'),
  field('cmsSlug', 'Name of its content', 'text'),
  field('buyUrl', 'Address that buys it', 'text'),
  field('siteBuyCode', 'Code that buys it', 'text'),
]

const bonusProduct: readonly EntryField[] = [
  field('bonusProduct.name', 'Name', 'text'),
  field('bonusProduct.title', 'Title', 'text'),
  field('bonusProduct.price', 'Price', 'text'),
  field('bonusProduct.subTitle', 'Second line', 'text'),
  field('bonusProduct.quantity', 'Quantity', 'whole'),
  field('bonusProduct.shortName', 'Short name', 'text'),
]

const upsell: readonly EntryField[] = [
  field('upsell.shortName', 'Short name', 'text'),
  field('upsell.title', 'Title', 'text'),
  field('upsell.description', 'Description', 'text'),
  field('upsell.detail', 'Detail', 'text'),
  field('upsell.header', 'Head', 'text'),
  field('upsell.whoFor', 'Who it is for', 'text'),
  field('upsell.priceSubtext', 'Under the price', 'text'),
  field('upsell.displayOrder', 'Place', 'whole'),
  field('upsell.priceFrequency', 'How often', 'text'),
  field('upsell.discountAmt', 'Discount', 'number'),
  field('upsell.images', 'Pictures', 'words', { hint: 'Addresses of pictures, with commas between them.' }),
]

const crossSell: readonly EntryField[] = [
  field('crossSell.description', 'Description', 'text'),
  field('crossSell.title', 'Title', 'text'),
  field('crossSell.monthlyText', 'Price line', 'text'),
  field('crossSell.imageUrl', 'Picture', 'text'),
  field('crossSell.backgroundColor', 'Color', 'text', { hint: 'The name of a color of the shop: --chalk.' }),
]

export const translationsPrefix = 'translations.'

const translated = (language: string): readonly EntryField[] => [
  field(`${translationsPrefix}${language}.planName`, 'Name on orders', 'optional', {
    hint: 'The name of the product stays as it is.',
  }),
  field(`${translationsPrefix}${language}.preorderNote`, 'Note when it ships later', 'optional'),
  field(`${translationsPrefix}${language}.audience`, 'Who it is for', 'optional'),
  field(`${translationsPrefix}${language}.pieces`, 'What is counted', 'optional'),
  field(`${translationsPrefix}${language}.giftName`, 'Free gift: what it is', 'optional'),
  field(`${translationsPrefix}${language}.description`, 'Description', 'optional'),
  field(`${translationsPrefix}${language}.upsellTitle`, 'As an addition: title', 'optional'),
  field(`${translationsPrefix}${language}.upsellDescription`, 'As an addition: description', 'optional'),
  field(`${translationsPrefix}${language}.upsellPriceSubtext`, 'As an addition: under the price', 'optional'),
]

/** The languages of the shop after the first: what is empty stays as the first one has it. */
const translations: readonly FieldGroup[] = brand.locales
  .slice(1)
  .map(({ code, name }) => ({ title: `On pages in ${name}`, fields: translated(code) }))

/** Every field of an entry but its code and the id of its plan, as a form has them. */
export const fieldGroups: readonly FieldGroup[] = [
  { title: 'Plan', isPlan: true, fields: plan },
  { title: 'Prices', isPlan: true, fields: prices },
  { title: 'In a cart', isPlan: true, fields: rules },
  { title: 'The product', isPlan: true, fields: about },
  { title: 'On pages', fields: shown },
  { title: 'Gift that comes with it', part: 'bonusProduct', fields: bonusProduct },
  { title: 'As an addition in the cart', part: 'upsell', fields: upsell },
  { title: 'Beside other products', part: 'crossSell', fields: crossSell },
  ...translations,
]

const known = new Map(fieldGroups.flatMap(({ fields }) => fields.map((one) => [one.name, one] as const)))

/** Amounts that an entry may have in any currency. */
export const amountPrefixes = [pricePrefix, discountPrefix] as const

/** The field of a name; an amount in any currency is one, so that an unknown one is named as such. Null for no field. */
export const fieldNamed = (name: string): EntryField | null => {
  const prefix = amountPrefixes.find((one) => name.startsWith(one))
  const currency = prefix === undefined ? '' : name.slice(prefix.length)
  return known.get(name) ?? (/^[A-Z]{3}$/.test(currency) ? field(name, currency, 'optional') : null)
}
