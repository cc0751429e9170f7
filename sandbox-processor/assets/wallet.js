// The sheet of the Sandbox Wallet, in a frame of the shop's page. It says what the buyer chooses, shows what the shop
// answers, and makes a token for exactly the sum that it shows.
const sheet = document.getElementById('sheet')
const part = (id) => document.getElementById(id)
const { publicKey, shopOrigin, noAnswer } = sheet.dataset
// As the shop writes amounts.
const formats = document.documentElement.lang === 'de' ? 'de-DE' : 'en-US'
const contacts = JSON.parse(sheet.dataset.contacts)
const form = document.querySelector('form')
let offer = null

const tell = (message) => window.parent.postMessage({ source: 'sandbox-wallet', ...message }, shopOrigin)

const priceOf = (amount, currency) =>
  new Intl.NumberFormat(formats, { style: 'currency', currency }).format(
    amount /
      10 **
        new Intl.NumberFormat(formats, { style: 'currency', currency }).resolvedOptions()
          .maximumFractionDigits,
  )

const element = (name, text, attributes = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...attributes })

const chosen = () => contacts[Number(part('contact').value)]

/** As real wallets do: without a street, and abroad with the first half of the postal code. */
const placeOf = ({ address: { country, state, postal_code } }) => {
  const isHalf = country === 'CA' || country === 'GB'
  return { country, state, postal_code: isHalf ? postal_code.split(' ')[0] : postal_code }
}

const setBusy = (busy) => {
  form.setAttribute('aria-busy', String(busy))
  part('pay').disabled = busy || offer === null
}

const say = (message) => {
  part('message').textContent = message
}

const askForOffer = (message) => {
  offer = null
  say('')
  setBusy(true)
  tell(message)
}

const shippingRow = ({ id, label, detail, amount }) => {
  const row = document.createElement('label')
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'shipping', value: id })
  input.checked = id === offer.shipping_id
  input.addEventListener('change', () => askForOffer({ type: 'shipping', id }))
  row.append(
    input,
    element('span', detail === '' ? label : `${label}. ${detail}`),
    element('b', priceOf(amount, offer.currency)),
  )
  return row
}

const show = () => {
  const legend = part('shipping').querySelector('legend')
  part('shipping').replaceChildren(legend, ...offer.shipping.map(shippingRow))
  part('lines').replaceChildren(
    ...offer.lines.flatMap(({ label, amount }) => [
      element('dt', label),
      element('dd', priceOf(amount, offer.currency)),
    ]),
  )
  part('terms').textContent = offer.terms.join(' ')
  part('total').textContent = priceOf(offer.total, offer.currency)
}

const pay = async () => {
  const shown = offer
  const contact = chosen()
  setBusy(true)
  say('')
  try {
    const reply = await fetch('/v1/wallet-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key: publicKey,
        card: part('card').value,
        amount: shown.total,
        currency: shown.currency,
      }),
    })
    const { token } = await reply.json()
    const { name, phone, address } = contact
    tell({ type: 'approved', token, email: part('email').value, contact: { name, phone, address } })
  } catch {
    say(noAnswer)
    setBusy(false)
  }
}

window.addEventListener('message', (event) => {
  if (event.origin !== shopOrigin || event.source !== window.parent) return
  const { type, offer: offered, message } = event.data ?? {}
  if (type === 'offer') {
    offer = offered
    show()
    setBusy(false)
  }
  if (type === 'refused') {
    offer = null
    say(message)
    setBusy(false)
  }
  if (type === 'failed') {
    // The price may have been the reason: it is asked for again.
    offer = null
    say(message)
    tell({ type: 'place', place: placeOf(chosen()) })
  }
})

const chooseContact = () => {
  part('email').value = chosen().email
  askForOffer({ type: 'place', place: placeOf(chosen()) })
}

part('contact').addEventListener('change', chooseContact)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (offer !== null && form.getAttribute('aria-busy') !== 'true') void pay()
})
part('close').addEventListener('click', () => tell({ type: 'close' }))
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ type: 'close' })
})

chooseContact()
part('contact').focus()
