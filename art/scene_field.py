"""Fields of three strains, as an electron micrograph would show them: drawn from the known shapes of their species.
blender -b -P scene_field.py -- longum|rhamnosus|crispatus"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]
start({'longum': 31, 'rhamnosus': 32, 'crispatus': 33}[item]); world('#3A3A30', .3)
R = random.Random(7)

def cell(name, base, rim):
    m = mat(name, base, .62, spec=.25, bump=.25, bump_scale=22); nt = m.node_tree; b = nt.nodes['Principled BSDF']
    lw = nt.nodes.new('ShaderNodeLayerWeight'); lw.inputs['Blend'].default_value = .45
    r = nt.nodes.new('ShaderNodeValToRGB'); r.color_ramp.elements[0].position = .2
    r.color_ramp.elements[0].color = (*srgb(base), 1); r.color_ramp.elements[1].color = (*srgb(rim), 1)
    nt.links.new(lw.outputs['Facing'], r.inputs[0]); nt.links.new(r.outputs[0], b.inputs['Base Color']); return m

def tube(points, radius, m, pinch=()):
    """A rounded body along points; at the shares in `pinch` it is about to divide."""
    cu = bpy.data.curves.new('cell', 'CURVE'); cu.dimensions = '3D'; cu.resolution_u = 10; cu.bevel_depth = radius; cu.bevel_resolution = 6; cu.use_fill_caps = True
    sp = cu.splines.new('POLY'); sp.points.add(len(points) - 1); n = len(points) - 1
    for i, (p, q) in enumerate(zip(sp.points, points)):
        t = i / n; end = min(t, 1 - t) * n * .5
        k = math.sqrt(max(0, 1 - (1 - min(1, end / 1.6)) ** 2)) if end < 1.6 else 1
        for c in pinch: k *= 1 - .38 * math.exp(-((t - c) / .035) ** 2)
        p.co = (*q, 1); p.radius = max(k, .02)
    sp.use_smooth = True; cu.materials.append(m)
    return add(bpy.data.objects.new('cell', cu))

def ground(base, deep):
    n, s = 180, 16; v, f = [], []
    for j in range(n + 1):
        for i in range(n + 1):
            x, y = -s / 2 + s * i / n, -s / 2 + s * j / n
            v.append((x, y, .16 * noise.noise(Vector((x * .5, y * .5, 2))) + .05 * noise.noise(Vector((x * 2.2, y * 2.2, 5))) - .22))
    for j in range(n):
        for i in range(n): a = j * (n + 1) + i; f.append((a, a + 1, a + n + 2, a + n + 1))
    mesh('ground', v, f, mat('ground', base, .9, spec=.1, bump=.7, bump_scale=30), auto=80)

def rod(x, y, z, a, L, r, m, bend=0, steps=22, pinch=()):
    pts, px, py = [], x, y
    for i in range(steps + 1):
        pts.append((px, py, z + .02 * math.sin(i * .4 + x))); t = a + bend * (i / steps - .5)
        px += math.cos(t) * L / steps; py += math.sin(t) * L / steps
    tube(pts, r, m, pinch); return px, py, a + bend * .5

def bifid(x, y, z, a, m, L=.95, r=.135):
    """A body that forks at one end, as bifidobacteria do."""
    ex, ey, ea = rod(x, y, z, a, L, r, m, R.uniform(-.5, .5))
    for side in (-1, 1): rod(ex - math.cos(ea) * .13, ey - math.sin(ea) * .13, z, ea + side * R.uniform(.5, .75), R.uniform(.36, .52), r * .98, m, side * .25, 16)

if item == 'longum':
    ground('#2A251B', 0); ms = [cell('c1', '#A87415', '#F2D083'), cell('c2', '#8D6A2C', '#E2C88C'), cell('c3', '#B98A2E', '#F6E0A8')]
    for i in range(150):
        x, y, a = R.uniform(-4.6, 4.6), R.uniform(-3.6, 4.2), R.uniform(0, 6.28); z = R.uniform(-.02, .34); m = R.choice(ms)
        if R.random() < .5: bifid(x, y, z, a, m, R.uniform(.6, 1.15))
        else: rod(x, y, z, a, R.uniform(.7, 1.5), .135, m, R.uniform(-1.0, 1.0), 26, (.5,) if R.random() < .4 else ())
elif item == 'rhamnosus':
    ground('#20241C', 0); ms = [cell('c1', '#6F7A58', '#DDE3C6'), cell('c2', '#87916B', '#ECEFD9'), cell('c3', '#5D6848', '#C9D2AC')]
    for i in range(120):                                        # short rods, end to end in chains
        x, y, a = R.uniform(-5.0, 4.6), R.uniform(-3.8, 4.2), R.gauss(.5, .7); z = R.uniform(-.02, .30); m = R.choice(ms); turn = R.uniform(-.22, .22)
        for k in range(R.randint(2, 6)):
            x, y, a2 = rod(x, y, z, a, .62, .15, m, turn * .5, 18, (.5,) if R.random() < .3 else ())
            a += turn + R.gauss(0, .10); x += math.cos(a) * .02; y += math.sin(a) * .02
else:
    ground('#2B1F1B', 0); ms = [cell('c1', '#9A6258', '#F0CFC4'), cell('c2', '#B57D70', '#F8E2DA'), cell('c3', '#7E4C43', '#DDB0A3')]
    for i in range(86):                                        # long, slender, slightly bent rods
        x, y, a = R.uniform(-5.2, 4.2), R.uniform(-3.8, 4.4), R.gauss(.35, .95); z = R.uniform(-.02, .34)
        rod(x, y, z, a, R.uniform(1.2, 2.6), .105, R.choice(ms), R.gauss(0, .5), 40, (.5,) if R.random() < .5 else ())
sun((.86, .30, -.42), 4.4, 3, '#FFF0D0'); sun((-.7, -.6, -.5), .6, 20, '#C8D4D0')
camera((0, -3.6, 6.4), (0, .1, 0), 62, fstop=.5, focus=(0, 0, .15))
portrait('field-' + item, 24)
