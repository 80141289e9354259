import { list } from '#lib/contract/models.ts';
import { handle } from '#lib/http/handle.ts';
import { allowedModels } from '#lib/model/allowed-models.ts';
import { modelSettings } from '#lib/model/settings.ts';

export const handler = handle(list, async () => ({ data: allowedModels(modelSettings()) }));
