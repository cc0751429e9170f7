// The card field inside the shop's checkout. It talks to one parent of one origin, and never tells it a card number.
const card = document.getElementById('card')
const form = document.querySelector('form')
const shopOrigin = card.dataset.shopOrigin
const names = ['number', 'expiry', 'code']
const inputs = new Map(names.map((name) => [name, document.getElementById(name)]))

const tell = (message) => window.parent.postMessage({ source: 'sandbox-field', ...message }, shopOrigin)

const show = (messages) => {
  for (const [name, input] of inputs) {
    input.setAttribute('aria-invalid', name in messages ? 'true' : 'false')
    document.getElementById(`${name}-message`).textContent = messages[name] ?? ''
  }
  const first = names.find((name) => name in messages)
  if (first) inputs.get(first).focus()
}

const askForToken = async () => {
  const typed = Object.fromEntries(names.map((name) => [name, inputs.get(name).value]))
  const reply = await fetch('/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: card.dataset.publicKey, lang: document.documentElement.lang, ...typed }),
  })
  return reply.json()
}

const tokenize = async (requestId) => {
  try {
    const reply = await askForToken()
    show(reply.messages ?? {})
    if (reply.token) tell({ type: 'token', requestId, token: reply.token, card: reply.card })
    else tell({ type: 'invalid', requestId, messages: Object.values(reply.messages ?? {}) })
  } catch {
    tell({ type: 'failed', requestId })
  }
}

window.addEventListener('message', (event) => {
  if (event.origin !== shopOrigin || event.source !== window.parent) return
  if (event.data?.type === 'tokenize') void tokenize(event.data.requestId)
  if (event.data?.type === 'focus') inputs.get('number').focus()
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'submit' })
})
// Three inputs and no button: Enter has to be passed on by hand.
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  tell({ type: 'submit' })
})

for (const [name, input] of inputs)
  input.addEventListener('input', () => {
    if (input.getAttribute('aria-invalid') === 'true') {
      input.setAttribute('aria-invalid', 'false')
      document.getElementById(`${name}-message`).textContent = ''
    }
  })

// Digits in groups while typing at the end; a correction in the middle is left alone.
const regroup = (input, group) =>
  input.addEventListener('input', () => {
    if (input.selectionStart === input.value.length) input.value = group(input.value.replace(/\D/g, ''))
  })
regroup(inputs.get('number'), (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 '))
inputs.get('expiry').addEventListener('input', (event) => {
  const input = event.currentTarget
  if (event.inputType?.startsWith('delete') || input.selectionStart !== input.value.length) return
  if (/^\d{2}$/.test(input.value)) input.value += ' / '
  if (/^\d{4}$/.test(input.value)) input.value = `${input.value.slice(0, 2)} / ${input.value.slice(2)}`
})

new ResizeObserver(() =>
  tell({ type: 'height', height: Math.ceil(card.getBoundingClientRect().height) }),
).observe(card)
tell({ type: 'ready' })
