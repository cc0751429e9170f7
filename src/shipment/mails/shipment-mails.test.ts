import { expect, test } from 'vitest'
import { renderMail } from '#platform/render-mail.ts'
import { shipmentDelayed, shipmentDelivered, shipmentShipped } from './shipment-mails.ts'

const shipTo = {
  firstName: 'Mara', lastName: 'Ito', address: '1 Clay Road', unit: '', city: 'Portland', region: 'OR', zip: '97201',
  country: 'US', phone: '', company: '',
} // prettier-ignore

const trackingUrl = 'https://www.ups.com/track?tracknum=LOAM123'
const shipment = {
  number: 'L7K2M9QXW4',
  lines: [{ name: 'DS-01 Daily Synbiotic', quantity: 2 }],
  shipTo,
  carrier: 'UPS',
  tracking: 'LOAM123',
  trackingUrl,
  arrives: { from: '2031-01-12', until: '2031-01-12' },
  isPart: false,
  ordersUrl: 'https://shop.example/account/orders',
}

test('the shipping mail names the contents and the tracking number, with the carrier’s page', async () => {
  const { html, text } = await renderMail(shipmentShipped(shipment, 'en'))
  for (const part of ['DS-01 Daily Synbiotic', '× 2', 'LOAM123', 'UPS', '1 Clay Road', 'January 12']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(html).toContain(`href="${trackingUrl}"`)
  expect(text).toContain(trackingUrl)
})

test('without a carrier’s page the number has no link, and a partial shipment says that the rest follows', async () => {
  const { html, text } = await renderMail(
    shipmentShipped({ ...shipment, trackingUrl: null, isPart: true }, 'en'),
  )
  expect(text).toContain('Tracking number: LOAM123')
  expect(text).toContain('The rest of your order ships separately.')
  expect(html).not.toContain('ups.com')
})

test('the mails about delivery and delay name the event', async () => {
  const delivered = await renderMail(shipmentDelivered(shipment, 'en'))
  expect([delivered.subject, delivered.text.includes('expected')]).toEqual([
    'Order L7K2M9QXW4 was delivered',
    false,
  ])
  expect(delivered.text).not.toContain('has your package')
  expect(delivered.text).toContain('UPS has delivered it, number LOAM123')
  expect(delivered.text).toContain('Delivered to')
  const delayed = await renderMail(shipmentDelayed(shipment, 'en'))
  expect([delayed.subject, delayed.text.includes('Arrives January 12.')]).toEqual([
    'Order L7K2M9QXW4 is delayed',
    true,
  ])
})
