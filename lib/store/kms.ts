import { KMSClient } from '@aws-sdk/client-kms';
import { requestHandler } from './request-handler.ts';

export const kms = new KMSClient({ maxAttempts: 3, requestHandler });
