import { expect, test } from 'vitest';
import { stacksOf } from '../../support/stack.ts';

test('the region of the credentials is checked where the settings name none', () => {
  process.env.CDK_DEFAULT_REGION = 'us-gov-west-1';
  try {
    expect(() => stacksOf()).toThrow(/CloudFront[\s\S]*console\.enabled/);
    expect(() => stacksOf({ settings: { console: { enabled: false } } })).not.toThrow();
  } finally {
    delete process.env.CDK_DEFAULT_REGION;
  }
});
