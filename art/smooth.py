"""Raw 16-bit renders -> 8-bit PNG for encode.mjs, for scenes with few samples. Needs python3-opencv.
Each pixel becomes the mean of pixels near it that have the same surface color, the same direction and a like
neighborhood, so print and edges stay sharp while noise goes.   usage: python3 smooth.py RAW_DIR TMP_DIR [name ...]"""
import os
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2, numpy as np, sys
raw, tmp = sys.argv[1], sys.argv[2]; only = sys.argv[3:]
os.makedirs(tmp, exist_ok=True)
rng = np.random.default_rng(1)
STRENGTH = {}            # name: how much two like neighborhoods may differ, in shares of the full range; .05 if missing

def guide(name, part):
    f = os.path.join(raw, 'guides', '%s.%s.0001.exr' % (name, part))
    return cv2.imread(f, cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32)

def shifted(a, dx, dy):
    return cv2.warpAffine(a, np.float32([[1, 0, dx], [0, 1, dy]]), (a.shape[1], a.shape[0]), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)

def joint(im, albedo, normal, h, reach=8, step=1):
    """Weights by color of the surface (.04), its direction (.15) and the difference of 5 x 5 neighborhoods (h)."""
    total = np.zeros_like(im); weights = np.zeros(im.shape[:2], np.float32)
    base = cv2.GaussianBlur(im, (0, 0), 1.0)
    for dy in range(-reach, reach + 1, step):
        for dx in range(-reach, reach + 1, step):
            if dx * dx + dy * dy > reach * reach: continue
            other = shifted(im, dx, dy)
            d = ((base - shifted(base, dx, dy)) ** 2).sum(2)
            d = cv2.boxFilter(d, -1, (5, 5)) / (h * h)
            d += ((albedo - shifted(albedo, dx, dy)) ** 2).sum(2) / .0012
            d += ((normal - shifted(normal, dx, dy)) ** 2).sum(2) / .045
            w = np.exp(-d)
            total += other * w[..., None]; weights += w
    return total / weights[..., None]

for f in sorted(os.listdir(raw)):
    n = f[:-4]
    if not f.endswith('.png') or '.draft' in f or (only and n not in only): continue
    im = cv2.imread(os.path.join(raw, f), cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32) / 65535
    med = cv2.medianBlur(im, 3); hot = (im.max(2) - med.max(2)) > .16              # fireflies
    im[hot] = med[hot]
    albedo, normal = cv2.medianBlur(guide(n, 'albedo'), 3), cv2.medianBlur(guide(n, 'normal'), 3)
    h = STRENGTH.get(n, .05)
    out = joint(im, albedo, normal, h)
    out = joint(out, albedo, normal, h * .55, 6, 2)
    # grade: Filmic turns sunlit ochre towards lemon; bring saturated yellows back 5 degrees
    hsv = cv2.cvtColor(np.clip(out, 0, 1), cv2.COLOR_BGR2HSV)
    k = np.clip((hsv[..., 1] - .40) / .2, 0, 1) * np.clip((hsv[..., 0] - 37) / 6, 0, 1) * np.clip((60 - hsv[..., 0]) / 6, 0, 1)
    hsv[..., 0] -= 5 * k; hsv[..., 2] *= 1 - .03 * k
    out = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255 + rng.normal(0, 1.1, out.shape[:2])[..., None]
    cv2.imwrite(os.path.join(tmp, n + '.png'), np.clip(out, 0, 255).round().astype(np.uint8)); print(n, out.shape)
