import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { RunningDesk } from './desk-visitor.ts'

const values = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([field, value]) => ({ field, value }))

const survey = {
  title: 'Kelp und du',
  lead: 'Zwei Fragen zum Anfang.',
  questions: [
    { id: '', text: 'Wie oft isst du Algen?', note: '', has_several: false, options: ['Nie', 'Oft'] },
    { id: '', text: 'Was wünschst du dir?', note: '', has_several: false, options: [] },
  ],
}

/** The pages to which the menus of a new brand lead. */
export const writtenPages = [
  ['/shipping-billing', 'Versand und Zahlung'],
  ['/subscription-terms', 'Abo-Bedingungen'],
  ['/privacy-policy', 'Datenschutz'],
  ['/terms-conditions', 'AGB'],
] as const

const writePage = async (desk: RunningDesk, path: string, title: string): Promise<void> => {
  const { page } = await desk.post('/api/desk/pages/', {
    path,
    title,
    description: `${title} bei Tidewater.`,
  })
  const at = `/api/desk/pages/${page}/`
  const { version, parts } = await desk.get(at)
  const head = parts.find(({ kind }: { kind: string }) => kind === 'section')
  const { part } = await desk.get(`${at}?part=${head.id}`)
  const typed = values({ heading: title, lead: `Hier steht, was für ${title} gilt.` })
  const left = part.values.filter(({ field }: { field: string }) => typed.every((one) => one.field !== field))
  await desk.post(`${at}parts/${head.id}/`, {
    version,
    base: head.revision,
    values: [...left, ...typed],
  })
  const { revision } = await desk.get(at)
  await desk.post(`${at}publish/`, { revision, version })
}

/** More fields of entries, by their codes: prices of other currencies, names in other languages. */
type MoreOfEntries = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The plans of two products, with a picture that was uploaded. */
const plansWith = (picture: string, address: string): Readonly<Record<string, Record<string, string>>> => {
  const usual = {
    'plan.maxQuantity': '4',
    'plan.supplyDays': '30',
    'plan.capsules': '30',
    'plan.stock.quantity': '1',
    'plan.soldAlone': 'on',
    cartImage: address,
  }
  const kelp = { ...usual, 'plan.product': 'kelp', 'plan.intervalMonths': '1', survey: 'onboarding-kelp' }
  return {
    'kelp-rf': {
      ...kelp,
      'plan.name': 'KELP Kelp-Flocken, Nachfüllpackung, 1 Monat',
      'plan.prices.EUR': '19.90',
      'plan.isSrp': 'on',
      'plan.renewsAs': 'kelp-rf',
      srp0PdpDescription: 'Ein Monat davon, zum Nachfüllen.',
    },
    'kelp-wk': {
      ...kelp,
      'plan.name': 'KELP Kelp-Flocken, Starterdose, 1 Monat',
      'plan.prices.EUR': '24.90',
      'plan.renewsAs': 'kelp-rf',
      srp0PdpDescription: 'Ein Monat davon, von der Küste.',
      'plan.about.page': '/products/kelp',
      'plan.about.shortName': 'Kelp',
      'plan.about.audience': 'Für alle',
      'plan.about.pieces': 'Flocken',
      'plan.about.jar': picture,
      'plan.about.packet': picture,
      'plan.about.tone': 'ds',
      'plan.about.thanks': picture,
    },
    'tea-wk': {
      ...usual,
      'plan.product': 'tea',
      'plan.name': 'TEE Hafentee, 1 Dose',
      'plan.prices.EUR': '12.50',
      srp0PdpDescription: 'Eine Dose Hafentee.',
      'plan.about.page': '/products/tea',
      'plan.about.shortName': 'Tee',
      'plan.about.audience': 'Für alle',
      'plan.about.pieces': 'Beutel',
      'plan.about.jar': picture,
      'plan.about.packet': picture,
      'plan.about.tone': 'ds',
      'plan.about.thanks': picture,
    },
  }
}

/** Tries again while a process does not know yet what another one has just published. */
const soon = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    const done = await attempt().catch((thrown: unknown) => (tries < 20 ? null : Promise.reject(thrown)))
    if (done !== null) return done
  }
}

/** Everything that a shop sells, made at the desk of the running shop: picture, survey, plans, stock, coupon, pages. */
export const fillAtTheDesk = async (
  desk: RunningDesk,
  more: MoreOfEntries = {},
): Promise<{ readonly picture: string }> => {
  const photo = sharp({ create: { width: 700, height: 500, channels: 3, background: '#0b5c63' } })
  const file = (await photo.jpeg().toBuffer()).toString('base64')
  const { name: picture } = await desk.post('/api/desk/uploads/', { file, alt: 'Eine Dose Kelp' })
  await desk.post('/api/desk/surveys/onboarding-kelp/publish/', { base: 0, is_new: true, ...survey })
  const { pictures } = await desk.get('/api/desk/catalogue/choices/')
  const { address } = pictures.find(({ name }: { name: string }) => name === picture)
  for (const [code, texts] of Object.entries(plansWith(picture, address))) {
    const all = { ...texts, ...more[code] }
    await soon(() =>
      desk.post(`/api/desk/catalogue/entries/${code}/publish/`, { base: 0, values: values(all) }),
    )
  }
  for (const [product, units] of [
    ['kelp', 500],
    ['tea', 80],
  ] as const)
    // prettier-ignore
    await desk.post('/api/desk/stock/movements/', {
      request_id: randomUUID(),
      product,
      kind: 'received',
      units,
      note: 'Erste Lieferung',
      lot: `${product.toUpperCase()}1`,
      best_before: '2099-01-01',
    })
  await desk.post('/api/desk/coupons/', {
    code: 'HAFEN10',
    kind: 'percentage',
    value: '10',
    amounts: [],
    plans: ['tea-wk'],
    stackable: false,
    once_per_account: false,
    duration: 'once',
    renewals: null,
    starts_at: null,
    ends_at: null,
    limit: null,
  })
  for (const [path, title] of writtenPages) await writePage(desk, path, title)
  return { picture }
}

const bothSurvey = {
  title: 'Kelp, Tee und du',
  lead: 'Drei Fragen zum Anfang.',
  buyers: ['tea+kelp'],
  questions: [
    { id: '', text: 'Tee oder Algen zuerst?', note: '', has_several: false, options: ['Tee', 'Algen'] },
    { id: '', text: 'Wie stark?', note: '', has_several: false, options: ['Schwach', 'Stark'] },
    { id: '', text: 'Was noch?', note: '', has_several: false, options: [] },
  ],
}

/** Decides whom surveys ask: who has bought both products is asked another one, in English too, and past a question of tea. */
export const askAtTheDesk = async (desk: RunningDesk): Promise<void> => {
  const at = '/api/desk/surveys/onboarding-both/'
  const { version } = await desk.post(`${at}publish/`, { base: 0, is_new: true, ...bothSurvey })
  const { questions } = await desk.get(at)
  const [first, , last] = questions
  const branch = { question: first.id, option: first.answers[1].id, next: last.id }
  const led = await desk.post(`${at}branches/`, { base: version, branches: [branch] })
  await desk.post(`${at}texts/en/`, {
    base: led.version,
    texts: [{ text: 'Tee oder Algen zuerst?', translation: 'Tea or kelp first?' }],
  })
}

/** Has the shop ship to Austria too, by the form of a country and of a method and by two people. */
export const shipToAustria = async (asking: RunningDesk, approving: RunningDesk): Promise<void> => {
  const change = async (
    part: string,
    key: string,
    typed: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const { fields } = await asking.get(`/api/desk/places/${part}/${key}/`)
    const shown = fields.map(({ name, value }: { name: string; value: string }) => [name, value])
    const changed = { by: 'form', part, key, values: { ...Object.fromEntries(shown), ...typed } }
    const { base } = await asking.post('/api/desk/places/preview/', { change: changed })
    const { id } = await asking.post('/api/desk/places/request/', {
      change: changed,
      base,
      reason: 'Österreich kommt dazu.',
      request_id: randomUUID(),
    })
    await approving.approve(id)
  }
  await change('method', 'austria~package_austria', {
    zone_name: 'Austria',
    label: 'Standard',
    days_from: '2',
    days_until: '4',
    fee_EUR: '4.90',
  })
  await change('country', 'AT', {
    name: 'Österreich',
    zone: 'austria',
    zip: String.raw`\d{4}`,
    tax: '10',
    tax_shipping: 'yes',
  })
}
