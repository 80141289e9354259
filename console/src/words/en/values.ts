type Names = Readonly<Record<string, string>>;

/** The values of fields that have a fixed set of them. */
export const values = {
  channel: {
    phone: 'Phone',
    web: 'Web call',
    chat: 'Chat',
    sms: 'SMS',
    email: 'E-mail',
    other: 'Other',
  } as Names,
  direction: { inbound: 'Inbound', outbound: 'Outbound' } as Names,
  sentiment: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' } as Names,
  ended: { not_joined: 'Nobody joined' } as Names,
  status: { active: 'Active', completed: 'Completed', failed: 'Failed' } as Names,
};
