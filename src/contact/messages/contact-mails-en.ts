export const contactMailsEn = {
  heading: 'We have an answer for you.',
  reason:
    'You’re receiving this because you wrote to {brand}. You can reply to this mail; your reply reaches {email}.',
  subject: 'Re: {topic}',
  topicJoin: 'Working with us',
  topicOrder: 'An order or a subscription',
  topicOther: 'Something else',
  topicPractitioner: 'Practitioners',
  topicPress: 'Press',
  topicQuestion: 'A product or an ingredient',
  topicReaction: 'I felt unwell after taking it',
  topicUniversity: 'Partners',
  wrote: 'You wrote on {day}',
} as const
