"""Raw 16-bit renders -> 8-bit PNG for encode.mjs, for scenes with few samples. Needs python3-opencv.
Each pixel becomes the mean of pixels near it that have the same surface color, the same direction and a like
neighborhood, so print and edges stay sharp while noise goes.   usage: python3 smooth.py RAW_DIR TMP_DIR [name ...]"""
import os
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2, numpy as np, sys
raw, tmp = sys.argv[1], sys.argv[2]; only = sys.argv[3:]
os.makedirs(tmp, exist_ok=True)
rng = np.random.default_rng(1)
STRENGTH = {'hand-capsule': .014, 'hand-vial': .014, 'travel-pouch': .02}            # name: how much two like neighborhoods may differ, in shares of the full range; .05 if missing
GRAIN = {'hand-capsule': .25, 'hand-vial': .25, 'travel-pouch': .15}    # name: share of the picture as rendered, where smooth skin would look like wax

def guide(name, part):
    f = os.path.join(raw, 'guides', '%s.%s.0001.exr' % (name, part))
    return cv2.imread(f, cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32)

def joint(im, albedo, normal, h, reach=6, step=1):
    """Weights by color of the surface (.035), its direction (.17) and the difference of 5 x 5 neighborhoods (h)."""
    hh, ww = im.shape[:2]; total = np.zeros_like(im); weights = np.zeros((hh, ww), np.float32)
    near = cv2.GaussianBlur(im, (0, 0), 1.0) / h
    sure = np.dstack([albedo / .035, normal / .17]).astype(np.float32)
    wide = [cv2.copyMakeBorder(a, reach, reach, reach, reach, cv2.BORDER_REFLECT) for a in (im, near, sure[..., :3], sure[..., 3:])]
    for dy in range(-reach, reach + 1, step):
        for dx in range(-reach, reach + 1, step):
            if dx * dx + dy * dy > reach * reach: continue
            at = np.s_[reach + dy:reach + dy + hh, reach + dx:reach + dx + ww]
            d = cv2.boxFilter(distance(near, wide[1][at]), -1, (5, 5)) + distance(sure[..., :3], wide[2][at]) + distance(sure[..., 3:], wide[3][at])
            w = cv2.exp(-d)
            total += wide[0][at] * w[..., None]; weights += w
    return total / weights[..., None]

def distance(a, b):
    d = cv2.subtract(a, np.ascontiguousarray(b)); return cv2.transform(cv2.multiply(d, d), np.ones((1, 3), np.float32))

for f in sorted(os.listdir(raw)):
    n = f[:-4]
    if not f.endswith('.png') or '.draft' in f or (only and n not in only): continue
    im = cv2.imread(os.path.join(raw, f), cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32) / 65535
    albedo, normal = guide(n, 'albedo'), guide(n, 'normal')
    one = albedo.mean(2); box = np.ones((3, 3), np.uint8)
    plain = cv2.dilate(one, box) - cv2.erode(one, box) < .10                       # no print, no edge
    med = cv2.medianBlur(im, 3); hot = ((im.max(2) - med.max(2)) > .16) & plain    # fireflies
    im[hot] = med[hot]
    h = STRENGTH.get(n, .05)
    out = joint(im, albedo, normal, h)
    out = joint(out, albedo, normal, h * .55, 4, 2)
    out += (im - out) * GRAIN.get(n, 0)
    # grade: Filmic turns sunlit ochre towards lemon; bring saturated yellows back 5 degrees
    hsv = cv2.cvtColor(np.clip(out, 0, 1), cv2.COLOR_BGR2HSV)
    k = np.clip((hsv[..., 1] - .40) / .2, 0, 1) * np.clip((hsv[..., 0] - 37) / 6, 0, 1) * np.clip((60 - hsv[..., 0]) / 6, 0, 1)
    hsv[..., 0] -= 5 * k; hsv[..., 2] *= 1 - .03 * k
    out = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255 + rng.normal(0, 1.1, out.shape[:2])[..., None]
    cv2.imwrite(os.path.join(tmp, n + '.png'), np.clip(out, 0, 255).round().astype(np.uint8)); print(n, out.shape)
